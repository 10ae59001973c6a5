import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { walletLinks } from "../../../db/tables/users.ts";
import type { UserColumn } from "../user-columns/index.ts";
import type { SearchableUser } from "./rules.ts";

/**
 * The full-text tables identify a user by `partner_id << 36 | user_id`: a partner's users are one range of row ids,
 * ordered by user id. The sum is computed in SQL because it may exceed 2^53.
 */
const ROW_ID = "(?1 << 36) + ?2";
const IN_RANGE = `rowid > ${ROW_ID} AND rowid < (?1 + 1) << 36`;
const USER_ID_OF = "& 68719476735 AS id";

export interface SearchedRow extends SearchableUser {
  id: number;
}

/** The searched fields of these users, by ascending id; deleted users are left out. */
export function listSearched(sql: Sql, partnerId: number, userIds: readonly number[]): SearchedRow[] {
  const ids = JSON.stringify(userIds);
  const users = sql.all<Omit<SearchedRow, "wallets">>(
    `SELECT id, username, display_name, external_id, email, status, metadata FROM users
       WHERE partner_id = ? AND deleted_at IS NULL AND id IN (SELECT value FROM json_each(?)) ORDER BY id`,
    partnerId,
    ids,
  );
  const links = sql.all<Pick<RowOf<typeof walletLinks>, "user_id" | "wallet_address">>(
    `SELECT user_id, wallet_address FROM wallet_links WHERE user_id IN (SELECT value FROM json_each(?))
       ORDER BY user_id, id`,
    ids,
  );
  const byUser = Map.groupBy(links, (link) => link.user_id);
  return users.map((user) => ({
    ...user,
    wallets: (byUser.get(user.id) ?? []).map((link) => link.wallet_address),
  }));
}

/** A user in the search index. */
export interface IndexedUser {
  partnerId: number;
  userId: number;
}

/** Deletes a user's row from the full-text tables, if there is one. */
export function deleteTexts(tx: Tx, { partnerId, userId }: IndexedUser): void {
  tx.run(`DELETE FROM users_fts WHERE rowid = ${ROW_ID}`, partnerId, userId);
  tx.run(`DELETE FROM wallets_fts WHERE rowid = ${ROW_ID}`, partnerId, userId);
}

/** A user's searched texts, in folded case except for the addresses of wallets. */
export interface SearchTexts extends Record<UserColumn<"search">, string | null> {
  wallets: readonly string[];
}

export function insertTexts(tx: Tx, { partnerId, userId }: IndexedUser, texts: SearchTexts): void {
  tx.run(
    `INSERT INTO users_fts (rowid, username, display_name, external_id, email) VALUES (${ROW_ID}, ?3, ?4, ?5, ?6)`,
    partnerId,
    userId,
    texts.username,
    texts.display_name,
    texts.external_id,
    texts.email,
  );
  if (texts.wallets.length === 0) return;
  tx.run(
    `INSERT INTO wallets_fts (rowid, wallet_addresses) VALUES (${ROW_ID}, ?3)`,
    partnerId,
    userId,
    texts.wallets.join(" "),
  );
}

/**
 * Replaces the user's entries with exactly these. Most are unchanged, each on its own page; those are not written.
 */
export function replacePrefixes(
  tx: Tx,
  { partnerId, userId }: IndexedUser,
  prefixes: readonly string[],
): void {
  const wanted = JSON.stringify(prefixes);
  tx.run(
    "DELETE FROM user_prefixes WHERE user_id = ? AND prefix NOT IN (SELECT value FROM json_each(?))",
    userId,
    wanted,
  );
  tx.run(
    `INSERT OR IGNORE INTO user_prefixes (partner_id, prefix, user_id) SELECT ?1, value, ?2 FROM json_each(?3)`,
    partnerId,
    userId,
    wanted,
  );
}

/** Up to `limit` ascending ids above `after`, without the first `skip`; uses an index at any depth. */
export type Source = (after: number, limit: number, skip: number) => number[];

/** Every user of the partner. */
export function allUsers(sql: Sql, partnerId: number): Source {
  const text = `SELECT id FROM users WHERE partner_id = ? AND deleted_at IS NULL AND id > ?
    ORDER BY id LIMIT ? OFFSET ?`;
  return (after, limit, skip) => ids(sql, text, [partnerId, after, limit, skip]);
}

/** Users with exactly this username. */
export function usersWithName(sql: Sql, partnerId: number, username: string): Source {
  const text = `SELECT id FROM users WHERE partner_id = ? AND username = ? AND id > ? ORDER BY id LIMIT ? OFFSET ?`;
  return (after, limit, skip) => ids(sql, text, [partnerId, username, after, limit, skip]);
}

/** The user linked to this address. */
export function usersWithWallet(sql: Sql, partnerId: number, address: string): Source {
  const text = `SELECT user_id AS id FROM wallet_links WHERE partner_id = ? AND wallet_address = ? AND user_id > ?
    ORDER BY user_id LIMIT ? OFFSET ?`;
  return (after, limit, skip) => ids(sql, text, [partnerId, address, after, limit, skip]);
}

const IN_FIELDS = `SELECT rowid ${USER_ID_OF} FROM users_fts
  WHERE users_fts MATCH ?3 AND ${IN_RANGE} ORDER BY rowid LIMIT ?4 OFFSET ?5`;
const IN_FIELDS_OR_WALLETS = `SELECT id ${USER_ID_OF} FROM (
  SELECT rowid AS id FROM users_fts WHERE users_fts MATCH ?3 AND ${IN_RANGE}
  UNION SELECT rowid FROM wallets_fts WHERE wallets_fts MATCH ?6 AND ${IN_RANGE}
  ORDER BY 1 LIMIT ?4 OFFSET ?5)`;

/** Users with a phrase in a field or, if given, with another in an address. */
export function usersMatching(
  sql: Sql,
  partnerId: number,
  { inFields, inWallets }: { inFields: string; inWallets: string | null },
): Source {
  return (after, limit, skip) =>
    inWallets === null
      ? ids(sql, IN_FIELDS, [partnerId, after, inFields, limit, skip])
      : ids(sql, IN_FIELDS_OR_WALLETS, [partnerId, after, inFields, limit, skip, inWallets]);
}

/** Users of all partners with a phrase in a field or with another in an address, by partner. */
export function listMatching(
  sql: Sql,
  { inFields, inWallets }: { inFields: string; inWallets: string },
  limit: number,
): number[] {
  const text = `SELECT id ${USER_ID_OF} FROM (
    SELECT rowid AS id FROM users_fts WHERE users_fts MATCH ?1
    UNION SELECT rowid FROM wallets_fts WHERE wallets_fts MATCH ?2 ORDER BY 1 LIMIT ?3)`;
  return ids(sql, text, [inFields, inWallets, limit]);
}

const WITH_PREFIX = "SELECT user_id AS id FROM user_prefixes WHERE partner_id = ?1 AND user_id > ?2";

/** Users with one of one or two entries of user_prefixes. */
export function usersWithPrefix(sql: Sql, partnerId: number, prefixes: readonly string[]): Source {
  const branches = prefixes.map((_, index) => `${WITH_PREFIX} AND prefix = ?${index + 5}`);
  const text = `${branches.join(" UNION ")} ORDER BY id LIMIT ?3 OFFSET ?4`;
  return (after, limit, skip) => ids(sql, text, [partnerId, after, limit, skip, ...prefixes]);
}

function ids(sql: Sql, text: string, values: (string | number)[]): number[] {
  return sql.all<{ id: number }>(text, ...values).map((row) => row.id);
}
