import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { partners } from "../../../db/tables/partners.ts";

export function findPartnerName(sql: Sql, id: number): string {
  return sql.one<Pick<RowOf<typeof partners>, "name">>("SELECT name FROM partners WHERE id = ?", id).name;
}
