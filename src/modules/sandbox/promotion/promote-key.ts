import type { Static } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import type { Actor } from "../../../http/operation.ts";
import { createKey, type IssuedKey, type KeyRow, keyView } from "../../access/keys/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import type { PromotionReport } from "./model.ts";

interface Promotion {
  keyring: Keyring;
  /** As stored in sandbox.db. */
  sandboxKey: KeyRow;
  report: Static<typeof PromotionReport>;
}

/**
 * Creates the live key for a sandbox key, with the same scopes, addresses and domains, whether or not the report is
 * ready: the operator decides, and the audit trail records both. The sandbox key stays.
 * @param tx of live.db.
 */
export function promoteKey(tx: Tx, actor: Actor, { keyring, sandboxKey, report }: Promotion): IssuedKey {
  const { partner, scopes, allowed_ips: allowedIps, domains } = keyView(sandboxKey);
  const issued = createKey(tx, actor, {
    keyring,
    partner,
    mode: "live",
    settings: { scopes, allowedIps, domains },
  });
  recordAudit(tx, actor, {
    action: "key.promote",
    subject: issued.key_id,
    details: {
      from: sandboxKey.key_id,
      partner,
      ready: report.ready,
      not_passed: report.checks.filter((check) => !check.passed).map((check) => check.name),
    },
  });
  return issued;
}
