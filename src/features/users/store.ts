import type { Sql, Tx } from "../../db/sql.ts";

export interface UserRow {
  id: number;
  external_id: string | null;
  username: string | null;
  display_name: string | null;
  email: string | null;
  status: "active" | "suspended";
  /** Hundredths. */
  balance: number;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}

const COLUMNS =
  "id, external_id, username, display_name, email, status, balance, created_at, updated_at, deleted_at";

export function findUserById(sql: Sql, partnerId: number, id: number): UserRow | null {
  return sql.get<UserRow>(`SELECT ${COLUMNS} FROM users WHERE id = ? AND partner_id = ?`, id, partnerId);
}

export function findUserByExternalId(sql: Sql, partnerId: number, externalId: string): UserRow | null {
  return sql.get<UserRow>(
    `SELECT ${COLUMNS} FROM users WHERE partner_id = ? AND external_id = ?`,
    partnerId,
    externalId,
  );
}

export interface UserFields {
  external_id: string;
  username?: string | null;
  display_name?: string | null;
  email?: string | null;
  status?: "active" | "suspended";
}

export function insertUser(tx: Tx, partnerId: number, fields: UserFields): UserRow {
  const row: Omit<UserRow, "id"> = {
    external_id: fields.external_id,
    username: fields.username ?? null,
    display_name: fields.display_name ?? null,
    email: fields.email ?? null,
    status: fields.status ?? "active",
    balance: 0,
    created_at: tx.now,
    updated_at: tx.now,
    deleted_at: null,
  };
  const { lastInsertRowid } = tx.run(
    `INSERT INTO users (partner_id, external_id, username, display_name, email, status, balance, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?)`,
    partnerId,
    row.external_id,
    row.username,
    row.display_name,
    row.email,
    row.status,
    tx.now,
    tx.now,
  );
  return { id: lastInsertRowid, ...row };
}

/** Deletes wallet challenges that expired before a time, a chunk a call. Returns how many went. */
export function purgeChallenges(tx: Tx, expiredBefore: number, chunk: number): number {
  return tx.run("DELETE FROM wallet_challenges WHERE expires_at < ? LIMIT ?", expiredBefore, chunk).changes;
}
