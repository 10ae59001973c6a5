import { columns, type In } from "../../../db/columns.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { users, walletLinks } from "../../../db/tables/users.ts";
import type { PagePosition } from "../../../kit/cursor.ts";

const COLUMNS = columns<typeof users>()(
  "id",
  "external_id",
  "username",
  "display_name",
  "email",
  "status",
  "balance",
  "created_at",
  "updated_at",
  "deleted_at",
);

export type UserRow = In<typeof COLUMNS>;

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

export type UserBalance = Pick<UserRow, "id" | "balance">;

export function findBalanceById(sql: Sql, partnerId: number, id: number): UserBalance | null {
  return sql.get<UserBalance>(
    "SELECT id, balance FROM users WHERE id = ? AND partner_id = ? AND deleted_at IS NULL",
    id,
    partnerId,
  );
}

export function findBalanceByExternalId(sql: Sql, partnerId: number, externalId: string): UserBalance | null {
  return sql.get<UserBalance>(
    "SELECT id, balance FROM users WHERE partner_id = ? AND external_id = ? AND deleted_at IS NULL",
    partnerId,
    externalId,
  );
}

/** The partner's users with these ids, by ascending id. */
export function listUsersById(sql: Sql, partnerId: number, ids: readonly number[]): UserRow[] {
  return sql.all<UserRow>(
    `SELECT ${COLUMNS} FROM users WHERE partner_id = ? AND deleted_at IS NULL
       AND id IN (SELECT value FROM json_each(?)) ORDER BY id`,
    partnerId,
    JSON.stringify(ids),
  );
}

export type ChangeableFields = Pick<RowOf<typeof users>, "username" | "display_name" | "email" | "status">;

export interface UserFields extends Partial<ChangeableFields> {
  external_id: string;
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

export function updateUserFields(tx: Tx, userId: number, fields: ChangeableFields): void {
  tx.run(
    "UPDATE users SET username = ?, display_name = ?, email = ?, status = ?, updated_at = ? WHERE id = ?",
    fields.username,
    fields.display_name,
    fields.email,
    fields.status,
    tx.now,
    userId,
  );
}

/** Clears the personal fields; the row stays for the ledger. */
export function clearUser(tx: Tx, userId: number): void {
  tx.run(
    `UPDATE users SET external_id = NULL, username = NULL, display_name = NULL, email = NULL, updated_at = ?,
       deleted_at = ? WHERE id = ?`,
    tx.now,
    tx.now,
    userId,
  );
}

/** The signed form: the text itself, or one of Solana's off-chain envelopes. */
export type ProofFormat = NonNullable<RowOf<typeof walletLinks>["proof_format"]>;

export const WALLET_COLUMNS = columns<typeof walletLinks>()(
  "id",
  "user_id",
  "blockchain",
  "wallet_address",
  "label",
  "is_primary",
  "is_hidden",
  "verified_at",
  "proof_format",
  "created_at",
);

export type WalletRow = In<typeof WALLET_COLUMNS>;

/** All wallets of these users; per user, oldest first. */
export function listWallets(sql: Sql, userIds: readonly number[]): WalletRow[] {
  return sql.all<WalletRow>(
    `SELECT ${WALLET_COLUMNS} FROM wallet_links WHERE user_id IN (SELECT value FROM json_each(?)) ORDER BY user_id, id`,
    JSON.stringify(userIds),
  );
}

/** A page of a user's wallets, newest first. */
export function listWalletPage(
  sql: Sql,
  userId: number,
  { after, limit, offset }: PagePosition,
): WalletRow[] {
  return sql.all<WalletRow>(
    `SELECT ${WALLET_COLUMNS} FROM wallet_links WHERE user_id = ? AND id < ? ORDER BY id DESC LIMIT ? OFFSET ?`,
    userId,
    after ?? Number.MAX_SAFE_INTEGER,
    limit,
    offset,
  );
}

export function listPrimaryWallets(sql: Sql, userIds: readonly number[]): WalletRow[] {
  return sql.all<WalletRow>(
    `SELECT ${WALLET_COLUMNS} FROM wallet_links
       WHERE is_primary = 1 AND user_id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(userIds),
  );
}

export function findPrimaryWallet(sql: Sql, userId: number): WalletRow | null {
  return sql.get<WalletRow>(
    `SELECT ${WALLET_COLUMNS} FROM wallet_links WHERE user_id = ? AND is_primary = 1`,
    userId,
  );
}

/** Stores the balance after a posted entry, in hundredths. */
export function setBalance(tx: Tx, userId: number, balance: number): void {
  tx.run("UPDATE users SET balance = ? WHERE id = ?", balance, userId);
}
