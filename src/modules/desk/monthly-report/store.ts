import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { partners } from "../../../db/tables/partners.ts";

export type PartnerName = Pick<RowOf<typeof partners>, "id" | "name">;

/** Partners that existed before a time, by name. @param partnerId only this one; null for all */
export function listPartners(
  sql: Sql,
  { partnerId, before, limit }: { partnerId: number | null; before: number; limit: number },
): PartnerName[] {
  return sql.all<PartnerName>(
    "SELECT id, name FROM partners WHERE (?1 IS NULL OR id = ?1) AND created_at < ?2 ORDER BY name LIMIT ?3",
    partnerId,
    before,
    limit,
  );
}

/** @param partner its name, or its id unless that is a partner's name */
export function findPartnerNamed(sql: Sql, partner: string): PartnerName | null {
  return sql.get<PartnerName>(
    "SELECT id, name FROM partners WHERE name = ?1 OR id = ?1 ORDER BY name = ?1 DESC LIMIT 1",
    partner,
  );
}

export function findPartner(sql: Sql, id: number): PartnerName | null {
  return sql.get<PartnerName>("SELECT id, name FROM partners WHERE id = ?", id);
}
