import type { Database } from "../../../db/database.ts";
import type { Tx } from "../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import type { Actor, OperatorActor } from "../../../http/operation.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { countPasskeys } from "../passkeys/index.ts";
import { requireFresh } from "./passkeys/fresh-session.ts";
import { requireSelf, toSubject } from "./passkeys/manage-passkeys.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { deleteRecoveryCodes } from "./recovery-codes.ts";
import { deleteSessions } from "./sessions/store.ts";
import { deleteCredentials, findOperator, type OperatorRow, setPassword, setTotp } from "./store.ts";

/**
 * Changes the password of the signed-in operator, and ends their other sessions and their bearer tokens. Without a
 * password so far, a recent sign-in replaces the current one. @throws Problem forbidden, invalid_payload
 */
export async function changePassword(
  live: Database,
  actor: OperatorActor,
  given: { current?: string; password: string; repeated: string; now: number },
): Promise<void> {
  const row = findOperator(live.read, actor.name);
  const before = row?.password_hash ?? null;
  if (before === null) requireFresh(live.read, actor, given.now);
  else if (!(await verifyPassword(given.current ?? "", before, "trusted")))
    throw invalidPayload("current", "is not your password");
  const hash = await hashNew(given.password, given.repeated);
  await live.writer.run((tx) => {
    const now = findOperator(tx, actor.name);
    if (now === null || now.status !== "active" || now.password_hash !== before)
      throw new Problem("forbidden", "Sign in again.", { reason: "operator_required" });
    keepPassword(tx, now, { hash, keptSession: actor.session?.tokenHash ?? null });
    deleteCredentials(tx, now.id);
  });
}

/** Stores a new password, and ends the sessions except one. */
export function keepPassword(
  tx: Tx,
  { id, name, role }: OperatorRow,
  { hash, keptSession }: { hash: string; keptSession: string | null },
): void {
  setPassword(tx, id, hash);
  deleteSessions(tx, id, keptSession);
  const actor: Actor = { kind: "operator", name, role, session: null };
  recordAudit(tx, actor, { action: "operator.password", subject: name, details: {} });
}

/**
 * Leaves passkeys as the only way to sign in; the second factor of the password goes with it.
 * @throws Problem forbidden, state_conflict
 */
export function removePassword(tx: Tx, actor: OperatorActor): void {
  requireFresh(tx, actor, tx.now);
  const row = requireSelf(tx, actor);
  if (row.password_hash === null) throw new Problem("state_conflict", "Your account has no password.");
  if (countPasskeys(tx, toSubject(row)) === 0)
    throw new Problem("state_conflict", "Add a passkey first: the password is your only way in.");
  setPassword(tx, row.id, null);
  setTotp(tx, row.id, null);
  deleteRecoveryCodes(tx, row.id);
  const details = { second_factor: row.totp_confirmed_at === null ? "none" : "removed" };
  recordAudit(tx, actor, { action: "operator.password_remove", subject: row.name, details });
}

export function hashNew(password: string, repeated: string): Promise<string> {
  if (password !== repeated) throw invalidPayload("repeated", "differs from the password");
  return hashPassword(password);
}
