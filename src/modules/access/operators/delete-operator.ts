import type { Tx } from "../../../db/sql.ts";
import type { Actor } from "../../../http/operation.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { deletePasskeys } from "../passkeys/index.ts";
import { requireOperator } from "./manage-operators.ts";
import { deleteRecoveryCodes } from "./recovery-codes.ts";
import { deleteSessions } from "./sessions/store.ts";
import { deleteAddresses, deleteCredentials, deleteOperatorRow } from "./store.ts";

/**
 * Deletes an operator with everything that opens the account: sessions and tokens end at once. The audit trail keeps the
 * name, which no new operator may take. @throws OperatorError
 */
export function deleteOperator(tx: Tx, actor: Actor, name: string): void {
  const { id, role, status, created_at: createdAt } = requireOperator(tx, name);
  deleteCredentials(tx, id);
  deleteSessions(tx, id, null);
  deletePasskeys(tx, { type: "operator", id });
  deleteRecoveryCodes(tx, id);
  deleteAddresses(tx, id);
  deleteOperatorRow(tx, id);
  const details = { role, status, created_at: isoUtc(createdAt) };
  recordAudit(tx, actor, { action: "operator.delete", subject: name, details });
}
