import type { Tx } from "../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import type { OperatorActor } from "../../../http/operation.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { requireFresh } from "./passkeys/fresh-session.ts";
import { requireSelf } from "./passkeys/manage-passkeys.ts";
import { deleteRecoveryCodes, issueRecoveryCodes, takeRecoveryCode } from "./recovery-codes.ts";
import { confirmTotp, type OperatorRow, setTotp, setTotpStep } from "./store.ts";
import { newTotpSecret, takeTotpStep } from "./totp.ts";

/** A code that an operator gives for their own second factor. */
interface OwnCode {
  actor: OperatorActor;
  code: string;
}

/**
 * Creates a secret that becomes active once one of its codes confirms it. @throws Problem forbidden without a recent
 * sign-in; state_conflict if a second factor is active.
 */
export function beginSecondFactor(tx: Tx, keyring: Keyring, actor: OperatorActor): void {
  requireFresh(tx, actor, tx.now);
  const row = requireSelf(tx, actor);
  if (row.totp_confirmed_at !== null)
    throw new Problem("state_conflict", "Remove the active second factor first.");
  setTotp(tx, row.id, keyring.seal(newTotpSecret(), row.name));
}

/**
 * Activates the second factor with its first right code. Returns its recovery codes, which are shown once.
 * @throws Problem forbidden without a recent sign-in; invalid_payload, state_conflict
 */
export function confirmSecondFactor(tx: Tx, keyring: Keyring, { actor, code }: OwnCode): string[] {
  requireFresh(tx, actor, tx.now);
  const row = requireSelf(tx, actor);
  if (row.totp_sealed === null || row.totp_confirmed_at !== null)
    throw new Problem("state_conflict", "Start setting up a second factor first.");
  takeCode(tx, keyring, { row, code });
  confirmTotp(tx, row.id);
  recordAudit(tx, actor, { action: "operator.second_factor_on", subject: row.name, details: {} });
  return issueRecoveryCodes(tx, row.id);
}

/**
 * Replaces the recovery codes, given a right code of the second factor. @throws Problem invalid_payload,
 * state_conflict
 */
export function renewRecoveryCodes(tx: Tx, keyring: Keyring, { actor, code }: OwnCode): string[] {
  const row = requireSelf(tx, actor);
  if (row.totp_confirmed_at === null) throw new Problem("state_conflict", "No second factor is active.");
  takeCode(tx, keyring, { row, code });
  recordAudit(tx, actor, { action: "operator.recovery_codes", subject: row.name, details: {} });
  return issueRecoveryCodes(tx, row.id);
}

/**
 * Removes the second factor, given one of its codes or a recovery code. @throws Problem invalid_payload,
 * state_conflict
 */
export function removeSecondFactor(tx: Tx, keyring: Keyring, { actor, code }: OwnCode): void {
  const row = requireSelf(tx, actor);
  if (row.totp_confirmed_at === null) throw new Problem("state_conflict", "No second factor is active.");
  if (!takeRecoveryCode(tx, row.id, code)) takeCode(tx, keyring, { row, code });
  setTotp(tx, row.id, null);
  deleteRecoveryCodes(tx, row.id);
  recordAudit(tx, actor, { action: "operator.second_factor_off", subject: row.name, details: {} });
}

function takeCode(tx: Tx, keyring: Keyring, { row, code }: { row: OperatorRow; code: string }): void {
  const secret = keyring.unseal(row.totp_sealed ?? "", row.name);
  const step = takeTotpStep(secret, code, { lastStep: row.totp_last_step, nowMs: tx.now });
  if (step === null) throw invalidPayload("code", "is not the code that the app shows now");
  setTotpStep(tx, row.id, step);
}
