import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { partners } from "../../../db/tables/partners.ts";
import type { users } from "../../../db/tables/users.ts";

export type PartnerUser = Pick<
  RowOf<typeof users>,
  "id" | "external_id" | "display_name" | "username" | "status" | "balance" | "created_at"
>;

/** A partner's users, newest first, without deleted ones. */
export function listPartnerUsers(
  sql: Sql,
  partnerId: number,
  page: { before: number | null; limit: number },
): PartnerUser[] {
  return sql.all<PartnerUser>(
    `SELECT id, external_id, display_name, username, status, balance, created_at FROM users
       WHERE partner_id = ? AND deleted_at IS NULL AND id < ? ORDER BY id DESC LIMIT ?`,
    partnerId,
    page.before ?? Number.MAX_SAFE_INTEGER,
    page.limit,
  );
}

/** Number of a partner's users, counted up to `limit`, without deleted ones. */
export function countPartnerUsers(sql: Sql, partnerId: number, limit: number): number {
  return (
    sql.get<{ count: number }>(
      `SELECT COUNT(*) AS count FROM
         (SELECT 1 FROM users WHERE partner_id = ? AND deleted_at IS NULL LIMIT ?)`,
      partnerId,
      limit,
    )?.count ?? 0
  );
}

export function findPartner(
  sql: Sql,
  name: string,
): Pick<RowOf<typeof partners>, "id" | "created_at"> | null {
  return sql.get("SELECT id, created_at FROM partners WHERE name = ?", name);
}
