import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { tokenConcentrations } from "../../../db/tables/movements.ts";

export type ConcentrationRow = Omit<RowOf<typeof tokenConcentrations>, "token_id">;

/** Concentration of the newest days, oldest first. */
export function listConcentrations(sql: Sql, tokenId: number, days: number): ConcentrationRow[] {
  return sql
    .all<ConcentrationRow>(
      "SELECT * FROM token_concentrations WHERE token_id = ? ORDER BY day DESC LIMIT ?",
      tokenId,
      days,
    )
    .reverse();
}
