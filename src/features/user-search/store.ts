import type { Sql, Tx } from "../../db/sql.ts";
import type { Source } from "./intersect.ts";

/**
 * The full-text tables know a user by `partner_id << 36 | user_id`: a partner's users are one range of row ids, in the
 * order of the users' ids. The sum is made in SQL, because it may pass 2^53.
 */
const ROW_ID = "(?1 << 36) + ?2";
const IN_RANGE = `rowid > ${ROW_ID} AND rowid < (?1 + 1) << 36`;
const USER_ID_OF = "& 68719476735 AS id";

export interface IndexedFields {
  username: string | null;
  display_name: string | null;
  external_id: string | null;
  email: string | null;
  status: string;
}

/** What of a user is searched; null for a deleted one. */
export function findIndexedFields(sql: Sql, partnerId: number, userId: number): IndexedFields | null {
  return sql.get<IndexedFields>(
    `SELECT username, display_name, external_id, email, status FROM users
       WHERE id = ? AND partner_id = ? AND deleted_at IS NULL`,
    userId,
    partnerId,
  );
}

export function listAddresses(sql: Sql, userId: number): string[] {
  return sql
    .all<{ wallet_address: string }>(
      "SELECT wallet_address FROM wallet_links WHERE user_id = ? ORDER BY id",
      userId,
    )
    .map((row) => row.wallet_address);
}

export function clearEntries(tx: Tx, partnerId: number, userId: number): void {
  tx.run(`DELETE FROM users_fts WHERE rowid = ${ROW_ID}`, partnerId, userId);
  tx.run(`DELETE FROM wallets_fts WHERE rowid = ${ROW_ID}`, partnerId, userId);
  tx.run("DELETE FROM user_prefixes WHERE user_id = ?", userId);
}

export function insertEntries(
  tx: Tx,
  partnerId: number,
  userId: number,
  fields: IndexedFields,
  addresses: readonly string[],
  prefixes: readonly string[],
): void {
  tx.run(
    `INSERT INTO users_fts (rowid, username, display_name, external_id, email) VALUES (${ROW_ID}, ?3, ?4, ?5, ?6)`,
    partnerId,
    userId,
    fields.username,
    fields.display_name,
    fields.external_id,
    fields.email,
  );
  if (addresses.length > 0) {
    tx.run(
      `INSERT INTO wallets_fts (rowid, wallet_addresses) VALUES (${ROW_ID}, ?3)`,
      partnerId,
      userId,
      addresses.join(" "),
    );
  }
  tx.run(
    "INSERT INTO user_prefixes (partner_id, prefix, user_id) SELECT ?1, value, ?2 FROM json_each(?3)",
    partnerId,
    userId,
    JSON.stringify(prefixes),
  );
}

/** Every user of the partner. */
export function allUsers(sql: Sql, partnerId: number): Source {
  return (after, limit, skip) =>
    ids(
      sql,
      `SELECT id FROM users WHERE partner_id = ? AND deleted_at IS NULL AND id > ? ORDER BY id LIMIT ? OFFSET ?`,
      [partnerId, after, limit, skip],
    );
}

/** Users with exactly this username or e-mail address. */
export function usersWith(sql: Sql, partnerId: number, field: "username" | "email", value: string): Source {
  const text = `SELECT id FROM users WHERE partner_id = ? AND ${field} = ? AND id > ? ORDER BY id LIMIT ? OFFSET ?`;
  return (after, limit, skip) => ids(sql, text, [partnerId, value, after, limit, skip]);
}

/** The user whom this address is linked to. */
export function usersWithWallet(sql: Sql, partnerId: number, address: string): Source {
  return (after, limit, skip) =>
    ids(
      sql,
      `SELECT user_id AS id FROM wallet_links WHERE partner_id = ? AND wallet_address = ? AND user_id > ?
         ORDER BY user_id LIMIT ? OFFSET ?`,
      [partnerId, address, after, limit, skip],
    );
}

const IN_FIELDS = `SELECT rowid ${USER_ID_OF} FROM users_fts
  WHERE users_fts MATCH ?3 AND ${IN_RANGE} ORDER BY rowid LIMIT ?4 OFFSET ?5`;
const IN_FIELDS_OR_WALLETS = `SELECT id ${USER_ID_OF} FROM (
  SELECT rowid AS id FROM users_fts WHERE users_fts MATCH ?3 AND ${IN_RANGE}
  UNION SELECT rowid FROM wallets_fts WHERE wallets_fts MATCH ?3 AND ${IN_RANGE}
  ORDER BY 1 LIMIT ?4 OFFSET ?5)`;

/** Users with this phrase in a field or, where asked, in an address. */
export function usersMatching(sql: Sql, partnerId: number, match: string, inWallets: boolean): Source {
  const text = inWallets ? IN_FIELDS_OR_WALLETS : IN_FIELDS;
  return (after, limit, skip) => ids(sql, text, [partnerId, after, match, limit, skip]);
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
