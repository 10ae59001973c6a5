import type { Sql, Tx } from "../../db/sql.ts";
import type { Role } from "../../http/operation.ts";

export interface OperatorRow {
  id: number;
  name: string;
  role: Role;
  status: "active" | "disabled";
  created_at: number;
  updated_at: number;
}

export function findOperator(sql: Sql, name: string): OperatorRow | null {
  return sql.get<OperatorRow>("SELECT * FROM operators WHERE name = ?", name);
}

export interface OperatorAccess extends OperatorRow {
  /** Of the bearer token that lasts longest and was not revoked; null where there is none. */
  token_expires_at: number | null;
  /** Of the password link that was neither used nor revoked; null where there is none. */
  link_expires_at: number | null;
  /** Whether a password was set by a link that was not ended since. */
  link_used: 0 | 1;
}

/** Operators with what lets them in, by name. */
export function listOperators(sql: Sql): OperatorAccess[] {
  return sql.all<OperatorAccess>(
    `SELECT operators.*,
        MAX(CASE WHEN kind = 'bearer' AND revoked_at IS NULL THEN expires_at END) AS token_expires_at,
        MAX(CASE WHEN kind = 'password_link' AND revoked_at IS NULL AND used_at IS NULL THEN expires_at END)
          AS link_expires_at,
        COALESCE(MAX(kind = 'password_link' AND revoked_at IS NULL AND used_at IS NOT NULL), 0) AS link_used
      FROM operators LEFT JOIN operator_credentials ON operator_id = operators.id
      GROUP BY operators.id ORDER BY operators.name`,
  );
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

export function insertCredential(
  tx: Tx,
  operatorId: number,
  kind: "bearer" | "password_link",
  tokenHash: string,
  expiresAt: number,
): void {
  tx.run(
    "INSERT INTO operator_credentials (token_hash, operator_id, kind, created_at, expires_at) VALUES (?, ?, ?, ?, ?)",
    tokenHash,
    operatorId,
    kind,
    tx.now,
    expiresAt,
  );
}

/** Ends every bearer token and link of an operator. */
export function revokeCredentials(tx: Tx, operatorId: number): void {
  tx.run(
    "UPDATE operator_credentials SET revoked_at = ? WHERE operator_id = ? AND revoked_at IS NULL",
    tx.now,
    operatorId,
  );
}

/** The active operator whose bearer token this is; null where it is unknown, expired or revoked. */
export function findBearer(sql: Sql, tokenHash: string, now: number): { name: string; role: Role } | null {
  return sql.get<{ name: string; role: Role }>(
    `SELECT operators.name, operators.role FROM operator_credentials
       JOIN operators ON operators.id = operator_credentials.operator_id
       WHERE token_hash = ? AND kind = 'bearer' AND revoked_at IS NULL AND expires_at > ? AND operators.status = 'active'`,
    tokenHash,
    now,
  );
}

/** Deletes bearer tokens and links whose time is over, a chunk a call. Returns how many went. */
export function purgeCredentials(tx: Tx, expiredBefore: number, chunk: number): number {
  return tx.run("DELETE FROM operator_credentials WHERE expires_at <= ? LIMIT ?", expiredBefore, chunk)
    .changes;
}
