import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { type KeyRow, keyView, listPartnerKeys } from "../../access/keys/index.ts";
import type { PromotionReport } from "./model.ts";

const MAX_KEYS = 200;
const MAX_NAMED = 5;

interface Candidate {
  /** As stored in sandbox.db. */
  sandboxKey: KeyRow;
  report: Static<typeof PromotionReport>;
}

/** A promotion as it would be carried out. */
export interface PromotionPlan extends Pick<ReturnType<typeof keyView>, "partner" | "scopes"> {
  allowedIps: readonly string[];
  domains: readonly string[];
  /** Ids of the partner's active live keys, newest first. */
  liveKeys: readonly string[];
  /** Sentences for which the promotion needs a confirmation; none if the key is ready and the first. */
  concerns: readonly string[];
}

/** The live key that a promotion creates, and why to ask before. @param live live.db */
export function planPromotion(live: Sql, { report, sandboxKey }: Candidate): PromotionPlan {
  const { partner, scopes, allowed_ips: allowedIps, domains } = keyView(sandboxKey);
  const active = listPartnerKeys(live, partner, MAX_KEYS).filter(({ status }) => status === "active");
  const concerns: string[] = [];
  if (!report.ready)
    concerns.push(
      `The report is not ready: ${report.passed_count} of ${report.checks_count} checks are passed.`,
    );
  if (active.length > 0) {
    const named = active
      .slice(0, MAX_NAMED)
      .map(({ created_at, key_id }) => `${key_id} of ${isoUtc(created_at)}`);
    const others = active.length > MAX_NAMED ? ` and ${active.length - MAX_NAMED} more` : "";
    concerns.push(`Live keys exist for ${partner}: ${named.join(", ")}${others}.`);
  }
  return { partner, scopes, allowedIps, domains, liveKeys: active.map(({ key_id }) => key_id), concerns };
}
