import type { Tx } from "../../../../db/sql.ts";
import { Problem } from "../../../../http/answers/problem.ts";
import type { OperatorActor } from "../../../../http/operation.ts";
import { recordAudit } from "../../../platform/audit/index.ts";
import { deleteSession, findSessionById } from "./store.ts";

/** @param operator whose session it must be; null for anyone's. @throws Problem not_found */
export function endSession(
  tx: Tx,
  actor: OperatorActor,
  { id, operator }: { id: number; operator: string | null },
): void {
  const row = findSessionById(tx, id);
  if (row === null || (operator !== null && row.operator !== operator))
    throw new Problem("not_found", "Choose a session from the list: this one ended, or is not yours.");
  deleteSession(tx, row.token_hash);
  recordAudit(tx, actor, {
    action: "operator.session_end",
    subject: row.operator,
    details: { session_id: row.id, address: row.address, method: row.method },
  });
}
