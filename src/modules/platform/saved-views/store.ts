import { columns, type In } from "../../../db/columns.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { savedViews } from "../../../db/tables/desk/saved-views.ts";

const COLUMNS = columns<typeof savedViews>()("id", "path", "name", "query", "updated_at");
export type SavedViewRow = In<typeof COLUMNS>;

const OWN = "operator_id = (SELECT id FROM operators WHERE name = ?1)";

/** Most views that an operator has of one list. */
export const MAX_VIEWS = 50;
const MAX_LISTED = 1_000;

/** An operator's views by page and name. @param path only of this page; null for all */
export function listViews(sql: Sql, operator: string, path: string | null): SavedViewRow[] {
  return sql.all<SavedViewRow>(
    `SELECT ${COLUMNS} FROM saved_views WHERE ${OWN} AND (?2 IS NULL OR path = ?2) ORDER BY path, name LIMIT ?3`,
    operator,
    path,
    MAX_LISTED,
  );
}

/** Stores a view, in place of the one with its name. */
export function upsertView(
  tx: Tx,
  operator: string,
  { path, name, query }: Pick<SavedViewRow, "path" | "name" | "query">,
): void {
  tx.run(
    `INSERT INTO saved_views (operator_id, path, name, query, updated_at)
       SELECT id, ?2, ?3, ?4, ?5 FROM operators WHERE name = ?1
       ON CONFLICT (operator_id, path, name) DO UPDATE SET query = ?4, updated_at = ?5`,
    operator,
    path,
    name,
    query,
    tx.now,
  );
}

/** Deletes one of an operator's own views. Returns it; null if there is none. */
export function deleteView(tx: Tx, operator: string, id: number): SavedViewRow | null {
  return tx.get<SavedViewRow>(
    `DELETE FROM saved_views WHERE ${OWN} AND id = ?2 RETURNING ${COLUMNS}`,
    operator,
    id,
  );
}
