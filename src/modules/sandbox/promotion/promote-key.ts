import type { Static } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import type { Actor } from "../../../http/operation.ts";
import { createKey, type IssuedKey, type KeyRow, keyView } from "../../access/keys/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import type { PromotionReport } from "./model.ts";

/**
 * Makes the live key that a sandbox key is promoted to, with the same scopes, addresses and domains, ready or not:
 * that is the operator's decision, and both go into the audit trail. The sandbox key stays.
 * @param tx of live.db.
 * @param sandboxKey as sandbox.db has it.
 */
export function promoteKey(
  tx: Tx,
  actor: Actor,
  keyring: Keyring,
  sandboxKey: KeyRow,
  report: Static<typeof PromotionReport>,
): IssuedKey {
  const { partner, scopes, allowed_ips: allowedIps, domains } = keyView(sandboxKey);
  const issued = createKey(tx, actor, keyring, partner, "live", { scopes, allowedIps, domains });
  recordAudit(tx, actor, "key.promote", issued.key_id, {
    from: sandboxKey.key_id,
    partner,
    ready: report.ready,
    not_passed: report.checks.filter((check) => !check.passed).map((check) => check.name),
  });
  return issued;
}
