import { type Static, Type } from "@sinclair/typebox";
import { Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { ChainModeShape } from "../../platform/chain-access/index.ts";
import { LEVELS } from "../../platform/checks/index.ts";
import type { Report } from "./system-status.ts";
import type { ReportContext } from "./view.ts";

export const Trust = Type.Object({
  generated_at: Timestamp(),
  chain_mode: Nullable(ChainModeShape, { description: "Null where no chain is configured." }),
  controls: Type.Array(
    Type.Object({
      id: Type.String(),
      title: Type.String(),
      status: OneOf(LEVELS),
      evidence_url: Nullable(Type.String(), { description: "Null where this build has no such route." }),
    }),
  ),
});

/** What readers may hold the project to, the check that watches it, and where the evidence is. */
const CONTROLS: readonly { id: string; title: string; check: string; evidence: string }[] = [
  {
    id: "system_status",
    title: "The service is measured every minute, and gaps count as unknown",
    check: "overall",
    evidence: "/api/public/system-status/uptime",
  },
  {
    id: "mint_authority",
    title: "Who may mint and freeze the token is as announced",
    check: "mint_authority",
    evidence: "/api/public/token-mint-authorities.json",
  },
  {
    id: "supply",
    title: "Supply and circulation are read from the chain",
    check: "public_stats",
    evidence: "/api/public/public-stats-cache-freshness.json",
  },
  {
    id: "holders",
    title: "Holders are counted by a scan whose sum is the supply",
    check: "holder_cache",
    evidence: "/api/public/holder-cache-freshness.json",
  },
  {
    id: "transactions",
    title: "Every transaction of the token is followed",
    check: "transaction_sync",
    evidence: "/api/public/transaction-sync-freshness.json",
  },
  {
    id: "jobs",
    title: "The jobs that make the proofs succeed",
    check: "reliability",
    evidence: "/api/public/token-snapshot-jobs-rollup.json",
  },
  {
    id: "backups",
    title: "There is a recent backup",
    check: "backup",
    evidence: "/api/public/system-status",
  },
];

/** The controls of GET /trust.json; `pathOrNull` is the path where the build has it. */
export function trustOf(
  report: Report,
  { pathOrNull, chainMode }: Pick<ReportContext, "pathOrNull" | "chainMode">,
): Static<typeof Trust> {
  return {
    generated_at: isoUtc(report.at),
    chain_mode: chainMode,
    controls: CONTROLS.map(({ id, title, check, evidence }) => ({
      id,
      title,
      status: check === "overall" ? report.overall : (report.checks.get(check)?.status ?? "ok"),
      evidence_url: pathOrNull(evidence),
    })),
  };
}
