import type { Tx } from "../../../../db/sql.ts";
import { Problem } from "../../../../http/answers/problem.ts";
import type { OperatorActor } from "../../../../http/operation.ts";
import { recordAudit } from "../../../platform/audit/index.ts";
import {
  countPasskeys,
  deletePasskey,
  requirePasskey,
  type Subject,
  setPasskeyName,
} from "../../passkeys/index.ts";
import { findOperator, type OperatorRow } from "../store.ts";

/** An operator as the owner of passkeys. */
export function toSubject({ id }: Pick<OperatorRow, "id">): Subject {
  return { type: "operator", id };
}

/** The operator who acts. @throws Problem forbidden if it was deleted meanwhile */
export function requireSelf(sql: Parameters<typeof findOperator>[0], { name }: OperatorActor): OperatorRow {
  const row = findOperator(sql, name);
  if (row === null || row.status !== "active")
    throw new Problem("forbidden", "Sign in again.", { reason: "operator_required" });
  return row;
}

/** @throws Problem not_found */
export function renamePasskey(
  tx: Tx,
  actor: OperatorActor,
  { passkeyId, name }: { passkeyId: string; name: string },
): void {
  const row = requireSelf(tx, actor);
  const passkey = requirePasskey(tx, toSubject(row), passkeyId);
  setPasskeyName(tx, passkey.id, name);
  recordAudit(tx, actor, {
    action: "operator.passkey_rename",
    subject: row.name,
    details: { passkey_id: passkey.id, before: passkey.name, after: name },
  });
}

/** @throws Problem not_found; state_conflict if nothing would be left to sign in with */
export function removePasskey(tx: Tx, actor: OperatorActor, passkeyId: string): void {
  const row = requireSelf(tx, actor);
  const passkey = requirePasskey(tx, toSubject(row), passkeyId);
  if (isOnlyWayIn(tx, row))
    throw new Problem("state_conflict", "Add another passkey or a password first: this is your only way in.");
  deletePasskey(tx, passkey.id);
  recordAudit(tx, actor, {
    action: "operator.passkey_remove",
    subject: row.name,
    details: { passkey_id: passkey.id, passkey: passkey.name },
  });
}

/** Whether a passkey is all that the operator signs in with. */
export function isOnlyWayIn(sql: Parameters<typeof countPasskeys>[0], row: OperatorRow): boolean {
  return row.password_hash === null && countPasskeys(sql, toSubject(row)) <= 1;
}
