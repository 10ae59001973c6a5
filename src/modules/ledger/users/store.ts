import { columns, type In } from "../../../db/columns.ts";
import type { PersonalColumn, RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { users, walletLinks } from "../../../db/tables/users.ts";
import type { PagePosition } from "../../../kit/cursor.ts";
import type { Hundredths } from "../../../kit/money.ts";
import type { UserColumn } from "../user-columns/index.ts";

const COLUMNS = columns<typeof users>()(
  "id",
  "external_id",
  "username",
  "display_name",
  "email",
  "status",
  "balance",
  "metadata",
  "created_at",
  "updated_at",
  "deleted_at",
);

export type UserRow = In<typeof COLUMNS>;

export function findUserById(sql: Sql, partnerId: number, id: number): UserRow | null {
  return sql.get<UserRow>(`SELECT ${COLUMNS} FROM users WHERE id = ? AND partner_id = ?`, id, partnerId);
}

/** A user with its partner, for operators. */
export interface AnyUser extends UserRow, Pick<RowOf<typeof users>, "partner_id"> {
  partner: string;
}

/** A user of any partner, including deleted ones. */
export function findAnyUser(sql: Sql, id: number): AnyUser | null {
  return sql.get<AnyUser>(
    `SELECT ${COLUMNS}, partner_id, (SELECT name FROM partners WHERE id = users.partner_id) AS partner
       FROM users WHERE id = ?`,
    id,
  );
}

export function findUserByExternalId(sql: Sql, partnerId: number, externalId: string): UserRow | null {
  return sql.get<UserRow>(
    `SELECT ${COLUMNS} FROM users WHERE partner_id = ? AND external_id = ?`,
    partnerId,
    externalId,
  );
}

export interface UserBalance extends Pick<UserRow, "id" | "balance"> {
  /** 1 if the balance differs from the user's last entry. */
  is_suspect: 0 | 1;
}

/** Only a user whose balance was set without an entry is compared with the ledger. */
const IS_SUSPECT = `EXISTS (SELECT 1 FROM balance_suspects WHERE user_id = users.id) AND balance <> coalesce(
  (SELECT balance_after FROM ledger_entries WHERE user_id = users.id ORDER BY id DESC LIMIT 1), 0) AS is_suspect`;

/** Whether a balance was set without an entry, and still differs from the last one. */
export function isSuspect(sql: Sql, id: number): boolean {
  return (
    sql.get(`SELECT 1 FROM (SELECT ${IS_SUSPECT} FROM users WHERE id = ?) WHERE is_suspect`, id) !== null
  );
}

export function findBalanceById(sql: Sql, partnerId: number, id: number): UserBalance | null {
  return sql.get<UserBalance>(
    `SELECT id, balance, ${IS_SUSPECT} FROM users WHERE id = ? AND partner_id = ? AND deleted_at IS NULL`,
    id,
    partnerId,
  );
}

export function findBalanceByExternalId(sql: Sql, partnerId: number, externalId: string): UserBalance | null {
  return sql.get<UserBalance>(
    `SELECT id, balance, ${IS_SUSPECT} FROM users WHERE partner_id = ? AND external_id = ? AND deleted_at IS NULL`,
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

export type ChangeableFields = Pick<RowOf<typeof users>, UserColumn<"change">>;

export interface UserFields extends Partial<ChangeableFields> {
  external_id: string;
}

export function insertUser(tx: Tx, partnerId: number, fields: UserFields): UserRow {
  return tx.one<UserRow>(
    `INSERT INTO users (partner_id, external_id, username, display_name, email, status, balance, metadata, created_at,
       updated_at) VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?) RETURNING ${COLUMNS}`,
    partnerId,
    fields.external_id,
    fields.username ?? null,
    fields.display_name ?? null,
    fields.email ?? null,
    fields.status ?? "active",
    fields.metadata ?? null,
    tx.now,
    tx.now,
  );
}

export function updateUserFields(tx: Tx, userId: number, fields: ChangeableFields): UserRow {
  return tx.one<UserRow>(
    `UPDATE users SET username = ?, display_name = ?, email = ?, status = ?, metadata = ?, updated_at = ? WHERE id = ?
       RETURNING ${COLUMNS}`,
    fields.username,
    fields.display_name,
    fields.email,
    fields.status,
    fields.metadata,
    tx.now,
    userId,
  );
}

const CLEARED = {
  external_id: null,
  username: null,
  display_name: null,
  email: null,
  metadata: null,
} satisfies Record<PersonalColumn<typeof users>, null>;

/** Clears the personal fields; the row stays for the ledger. */
export function clearUser(tx: Tx, userId: number): void {
  const { external_id, username, display_name, email, metadata, ...others } = CLEARED;
  others satisfies Record<string, never>;
  tx.run(
    `UPDATE users SET external_id = ?, username = ?, display_name = ?, email = ?, metadata = ?, updated_at = ?,
       deleted_at = ? WHERE id = ?`,
    external_id,
    username,
    display_name,
    email,
    metadata,
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
export function setBalance(tx: Tx, userId: number, balance: Hundredths): void {
  tx.run("UPDATE users SET balance = ? WHERE id = ?", balance, userId);
}
