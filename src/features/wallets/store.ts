import type { Sql } from "../../db/sql.ts";

export interface LinkRow {
  id: number;
  user_id: number;
  blockchain: string;
  wallet_address: string;
  label: string | null;
  is_primary: 0 | 1;
  is_hidden: 0 | 1;
  /** Unix milliseconds of the last proof; null where there was none. */
  verified_at: number | null;
  proof_format: string | null;
  created_at: number;
}

const COLUMNS =
  "id, user_id, blockchain, wallet_address, label, is_primary, is_hidden, verified_at, proof_format, created_at";

/** The user's link to this address. */
export function findLink(sql: Sql, userId: number, address: string): LinkRow | null {
  return sql.get<LinkRow>(
    `SELECT ${COLUMNS} FROM wallet_links WHERE user_id = ? AND wallet_address = ?`,
    userId,
    address,
  );
}

export function findPrimaryLink(sql: Sql, userId: number): LinkRow | null {
  return sql.get<LinkRow>(`SELECT ${COLUMNS} FROM wallet_links WHERE user_id = ? AND is_primary = 1`, userId);
}
