import type { Database } from "../../../db/database.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import { OPERATOR_COOKIE } from "../../../http/access/session-cookie.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { randomSecret } from "../../../kit/ids.ts";
import { limitSubject } from "../../../kit/network/addresses.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { verifyPassword } from "./password.ts";
import { isRecoveryCode, isUnusedRecoveryCode, takeRecoveryCode } from "./recovery-codes.ts";
import { insertSession, keepNewestSessions } from "./sessions/store.ts";
import { findOperator, isKnownAddress, noteAddress, type OperatorRow, setTotpStep } from "./store.ts";
import { takeTotpStep } from "./totp.ts";

const MAX_SESSIONS = 20;

/** The origin of a sign-in: shown to the operator for each session. */
export interface Device {
  address: string;
  userAgent: string;
}

/** How an operator signed in; a passkey with its name. */
export type SignInMethod = { method: "password" | "link" } | { method: "passkey"; passkey: string };

export interface SignIn extends Device {
  /** Whether the operator signed in from this address before, or gives an unused recovery code. */
  isTrusted: boolean;
  name: string;
  password: string;
  /** A code of the second factor, or a recovery code, if the operator has one. */
  code: string | null;
}

/**
 * Starts a session and returns its token. Wrong names, passwords and codes cannot be told apart, not even by time.
 * @throws Problem forbidden, rate_limited
 */
export async function signIn(live: Database, keyring: Keyring, given: SignIn): Promise<string> {
  const row = findOperator(live.read, given.name);
  const hash = row?.status === "active" ? row.password_hash : null;
  const isRight = await verifyPassword(given.password, hash, given.isTrusted ? "trusted" : "others");
  return live.writer.run((tx) => {
    const now = findOperator(tx, given.name);
    // The password, the status or the whole operator may have changed while the hash was computed.
    if (!isRight || now === null || now.status !== "active" || now.password_hash !== hash) throw wrong();
    takeSecondFactor(tx, keyring, { row: now, code: given.code });
    return beginSession(tx, now, { device: given, by: { method: "password" } });
  });
}

/**
 * Whether this attempt is exempt from limits caused by others: by its address, or by an unused recovery code. The form
 * of a recovery code alone exempts nobody: anyone can write that.
 */
export function isTrusted(
  sql: Sql,
  { name, address, code }: Pick<SignIn, "name" | "address" | "code">,
): boolean {
  const row = findOperator(sql, name);
  if (row === null) return false;
  if (isKnownAddress(sql, row.id, limitSubject(address))) return true;
  return code !== null && isUnusedRecoveryCode(sql, row.id, code);
}

/**
 * Checks a code against the confirmed second factor, and uses it up; without a second factor any code passes. @throws
 * Problem forbidden
 */
export function takeSecondFactor(
  tx: Tx,
  keyring: Keyring,
  { row, code }: { row: OperatorRow; code: string | null },
): void {
  if (row.totp_sealed === null || row.totp_confirmed_at === null) return;
  if (code !== null && isRecoveryCode(code)) {
    if (!takeRecoveryCode(tx, row.id, code)) throw wrong();
    const actor: Actor = { kind: "operator", name: row.name, role: row.role, session: null };
    recordAudit(tx, actor, { action: "operator.recovery_code", subject: row.name, details: {} });
    return;
  }
  const secret = keyring.unseal(row.totp_sealed, row.name);
  const step = takeTotpStep(secret, code ?? "", { lastStep: row.totp_last_step, nowMs: tx.now });
  if (step === null) throw wrong();
  setTotpStep(tx, row.id, step);
}

/** Starts a session of this operator. Returns its token for the cookie. */
export function beginSession(
  tx: Tx,
  { id, name, role }: OperatorRow,
  { device: { address, userAgent }, by }: { device: Device; by: SignInMethod },
): string {
  const token = randomSecret(tx.random);
  insertSession(tx, {
    token_hash: sha256Hex(token),
    operator_id: id,
    method: by.method,
    address,
    user_agent: userAgent.slice(0, 200),
    expires_at: tx.now + OPERATOR_COOKIE.lifetimeMs,
  });
  keepNewestSessions(tx, id, MAX_SESSIONS);
  noteAddress(tx, id, limitSubject(address));
  const actor: Actor = { kind: "operator", name, role, session: null };
  recordAudit(tx, actor, { action: "operator.sign_in", subject: name, details: { address, ...by } });
  return token;
}

function wrong(): Problem {
  return new Problem(
    "forbidden",
    "Check name, password and code: they do not match. An owner, or `salute operators reset`, gives a new link.",
    { reason: "credentials" },
  );
}
