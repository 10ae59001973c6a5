import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { operators } from "../../../db/tables/operations.ts";
import { hasRole, type Role } from "../../../http/operation.ts";
import type { Tally } from "../../platform/notices/index.ts";

export type OperatorRow = RowOf<typeof operators>;

export function findOperator(sql: Sql, name: string): OperatorRow | null {
  return sql.get<OperatorRow>("SELECT * FROM operators WHERE name = ?", name);
}

export function findOperatorById(sql: Sql, id: number): OperatorRow | null {
  return sql.get<OperatorRow>("SELECT * FROM operators WHERE id = ?", id);
}

export type SignedIn = Pick<OperatorRow, "name" | "role">;

export interface OperatorAccess extends OperatorRow {
  /** Expiry of the longest-lived bearer token; null without one. */
  token_expires_at: number | null;
  /** Expiry of the open one-time link; null without one. */
  link_expires_at: number | null;
  /** Number of passkeys. */
  passkeys: number;
}

/** Operators with their credentials' state, newest first. */
export function listOperators(sql: Sql): OperatorAccess[] {
  return sql.all<OperatorAccess>(
    `SELECT operators.*,
        (SELECT MAX(expires_at) FROM operator_tokens WHERE operator_id = operators.id) AS token_expires_at,
        (SELECT MAX(expires_at) FROM operator_links WHERE operator_id = operators.id) AS link_expires_at,
        (SELECT COUNT(*) FROM passkeys WHERE subject_type = 'operator' AND subject_id = operators.id) AS passkeys
      FROM operators ORDER BY id DESC`,
  );
}

/** Active owners whom a password alone lets in, or who have no way in yet, and the creation time of the oldest. */
export function tallyUnprotectedOwners(sql: Sql): Tally {
  const { count, oldest_at: oldestAt } = sql.one<{ count: number; oldest_at: number | null }>(
    `SELECT count(*) AS count, min(created_at) AS oldest_at FROM operators
       WHERE role = 'owner' AND status = 'active' AND totp_confirmed_at IS NULL
         AND (password_hash IS NOT NULL OR NOT EXISTS (
           SELECT 1 FROM passkeys WHERE subject_type = 'operator' AND subject_id = operators.id))`,
  );
  return { count, oldestAt };
}

/** Whether it takes more than a password to sign in; passkeys beside a password change nothing. */
export function hasSecondFactor(row: OperatorAccess): boolean {
  return row.totp_confirmed_at !== null || (row.password_hash === null && row.passkeys > 0);
}

export function insertOperator(tx: Tx, name: string, role: Role): number {
  return tx.run(
    "INSERT INTO operators (name, role, status, created_at, updated_at) VALUES (?, ?, 'active', ?, ?)",
    name,
    role,
    tx.now,
    tx.now,
  ).lastInsertRowid;
}

export function setOperatorStatus(tx: Tx, operatorId: number, status: "active" | "disabled"): void {
  tx.run("UPDATE operators SET status = ?, updated_at = ? WHERE id = ?", status, tx.now, operatorId);
}

export function insertLink(
  tx: Tx,
  operatorId: number,
  { tokenHash, expiresAt }: { tokenHash: string; expiresAt: number },
): void {
  tx.run(
    "INSERT INTO operator_links (token_hash, operator_id, expires_at) VALUES (?, ?, ?)",
    tokenHash,
    operatorId,
    expiresAt,
  );
}

/** Ends every bearer token and link of an operator. */
export function deleteCredentials(tx: Tx, operatorId: number): void {
  tx.run("DELETE FROM operator_tokens WHERE operator_id = ?", operatorId);
  tx.run("DELETE FROM operator_links WHERE operator_id = ?", operatorId);
}

/** The active operator of this session; null if it is unknown, expired or ended. */
export function findBySession(sql: Sql, tokenHash: string, now: number): SignedIn | null {
  return sql.get<SignedIn>(
    `SELECT name, role FROM operator_sessions JOIN operators ON operators.id = operator_id
       WHERE token_hash = ? AND expires_at > ? AND status = 'active'`,
    tokenHash,
    now,
  );
}

/** The active operator of this bearer token, with the lower of both roles; null if the token is unknown or expired. */
export function findByToken(sql: Sql, tokenHash: string, now: number): SignedIn | null {
  const found = sql.get<SignedIn & { token_role: Role }>(
    `SELECT operators.name, operators.role, token.role AS token_role
       FROM operator_tokens AS token JOIN operators ON operators.id = operator_id
       WHERE token_hash = ? AND expires_at > ? AND status = 'active'`,
    tokenHash,
    now,
  );
  if (found === null) return null;
  const { name, role, token_role: limit } = found;
  return { name, role: hasRole(role, limit) ? limit : role };
}

/** The active operator of this link; null if the link is unknown, used, revoked or expired. */
export function findByLink(sql: Sql, tokenHash: string, now: number): OperatorRow | null {
  return sql.get<OperatorRow>(
    `SELECT operators.* FROM operator_links JOIN operators ON operators.id = operator_id
       WHERE token_hash = ? AND expires_at > ? AND status = 'active'`,
    tokenHash,
    now,
  );
}

export function deleteLink(tx: Tx, tokenHash: string): void {
  tx.run("DELETE FROM operator_links WHERE token_hash = ?", tokenHash);
}

export function setPassword(tx: Tx, operatorId: number, hash: string | null): void {
  tx.run(
    "UPDATE operators SET password_hash = ?, password_set_at = ?, updated_at = ? WHERE id = ?",
    hash,
    hash === null ? null : tx.now,
    tx.now,
    operatorId,
  );
}

/** Null removes the second factor. A new secret is inactive until confirmed. */
export function setTotp(tx: Tx, operatorId: number, sealed: string | null): void {
  tx.run(
    `UPDATE operators SET totp_sealed = ?, totp_confirmed_at = NULL, totp_last_step = NULL, updated_at = ?
       WHERE id = ?`,
    sealed,
    tx.now,
    operatorId,
  );
}

export function confirmTotp(tx: Tx, operatorId: number): void {
  tx.run("UPDATE operators SET totp_confirmed_at = ? WHERE id = ?", tx.now, operatorId);
}

export function setTotpStep(tx: Tx, operatorId: number, step: number): void {
  tx.run("UPDATE operators SET totp_last_step = ? WHERE id = ?", step, operatorId);
}

export function setOperatorRole(tx: Tx, operatorId: number, role: Role): void {
  tx.run("UPDATE operators SET role = ?, updated_at = ? WHERE id = ?", role, tx.now, operatorId);
}

export function countActiveOwners(sql: Sql): number {
  const text = "SELECT COUNT(*) AS count FROM operators WHERE role = 'owner' AND status = 'active'";
  return sql.get<{ count: number }>(text)?.count ?? 0;
}

/** Addresses kept per operator. */
const MAX_ADDRESSES = 50;

/** @param subject an address in the form that limits count. */
export function isKnownAddress(sql: Sql, operatorId: number, subject: string): boolean {
  const text = "SELECT 1 FROM operator_addresses WHERE operator_id = ? AND subject = ?";
  return sql.get(text, operatorId, subject) !== null;
}

/** Records that the operator signed in from there; addresses beyond the newest fifty are deleted. */
export function noteAddress(tx: Tx, operatorId: number, subject: string): void {
  tx.run(
    `INSERT INTO operator_addresses (operator_id, subject, last_at) VALUES (?, ?, ?)
       ON CONFLICT (operator_id, subject) DO UPDATE SET last_at = excluded.last_at`,
    operatorId,
    subject,
    tx.now,
  );
  tx.run(
    `DELETE FROM operator_addresses WHERE operator_id = ? AND subject NOT IN (
       SELECT subject FROM operator_addresses WHERE operator_id = ? ORDER BY last_at DESC LIMIT ?)`,
    operatorId,
    operatorId,
    MAX_ADDRESSES,
  );
}

export function deleteAddresses(tx: Tx, operatorId: number): void {
  tx.run("DELETE FROM operator_addresses WHERE operator_id = ?", operatorId);
}

export function deleteOperatorRow(tx: Tx, operatorId: number): void {
  tx.run("DELETE FROM operators WHERE id = ?", operatorId);
}

/** Deletes expired tokens, links and sessions, up to `chunk` per call. Returns how many. */
export function purgeCredentials(tx: Tx, expiredBefore: number, chunk: number): number {
  return (["operator_tokens", "operator_links", "operator_sessions"] as const)
    .map(
      (table) => tx.run(`DELETE FROM ${table} WHERE expires_at <= ? LIMIT ?`, expiredBefore, chunk).changes,
    )
    .reduce((sum, count) => sum + count, 0);
}
