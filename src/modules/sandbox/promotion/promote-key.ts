import type { Static } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import type { Actor } from "../../../http/operation.ts";
import { InvalidInput } from "../../../kit/invalid-input.ts";
import { createKey, type IssuedKey, type KeyRow } from "../../access/keys/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import type { PromotionReport } from "./model.ts";
import { planPromotion } from "./plan.ts";
import { decideRequest } from "./requests/index.ts";

interface Promotion {
  keyring: Keyring;
  /** As stored in sandbox.db. */
  sandboxKey: KeyRow;
  report: Static<typeof PromotionReport>;
  /** Whether the operator confirmed it, knowing the plan's concerns. */
  isConfirmed: boolean;
}

/**
 * Creates the live key for a sandbox key, with the same scopes, addresses and domains, and grants the
 * partner's request if one waits. The operator decides whether the
 * report must be ready, and the audit trail records both. The sandbox key stays.
 * @param tx of live.db.
 * @throws InvalidInput if the plan has concerns that were not confirmed
 */
export function promoteKey(
  tx: Tx,
  actor: Actor,
  { keyring, sandboxKey, report, isConfirmed }: Promotion,
): IssuedKey {
  const { allowedIps, concerns, domains, liveKeys, partner, scopes } = planPromotion(tx, {
    sandboxKey,
    report,
  });
  if (concerns.length > 0 && !isConfirmed)
    throw new InvalidInput("confirm", `must be ${partner}, to confirm the promotion`);
  const issued = createKey(tx, actor, {
    keyring,
    partner,
    mode: "live",
    settings: { scopes, allowedIps, domains },
  });
  decideRequest(tx, { key_id: sandboxKey.key_id, state: "granted", reason: null });
  recordAudit(tx, actor, {
    action: "key.promote",
    subject: issued.key_id,
    details: {
      from: sandboxKey.key_id,
      partner,
      ready: report.ready,
      not_passed: report.checks.filter((check) => !check.passed).map((check) => check.name),
      live_keys: [...liveKeys],
    },
  });
  return issued;
}
