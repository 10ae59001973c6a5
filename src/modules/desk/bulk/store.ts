import { columns, type In } from "../../../db/columns.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { bulkActionItems, bulkActions } from "../../../db/tables/desk/bulk.ts";

const COLUMNS = columns<typeof bulkActions>()(
  "id",
  "kind",
  "state",
  "reason",
  "triage_status",
  "total",
  "requested_by",
  "created_at",
  "ended_at",
);
export type ActionRow = In<typeof COLUMNS>;

export type NewAction = Pick<ActionRow, "kind" | "reason" | "triage_status" | "requested_by">;

export function insertAction(tx: Tx, row: NewAction, items: readonly string[]): number {
  const id = tx.run(
    `INSERT INTO bulk_actions (kind, state, reason, triage_status, total, requested_by, created_at)
       VALUES (?, 'running', ?, ?, ?, ?, ?)`,
    row.kind,
    row.reason,
    row.triage_status,
    items.length,
    row.requested_by,
    tx.now,
  ).lastInsertRowid;
  tx.run(
    `INSERT INTO bulk_action_items (action_id, position, item, state)
       SELECT ?, key + 1, value, 'waiting' FROM json_each(?)`,
    id,
    JSON.stringify(items),
  );
  return id;
}

export function findAction(sql: Sql, id: number): ActionRow | null {
  return sql.get<ActionRow>(`SELECT ${COLUMNS} FROM bulk_actions WHERE id = ?`, id);
}

/** The oldest action in progress. */
export function findRunning(sql: Sql): ActionRow | null {
  return sql.get<ActionRow>(
    `SELECT ${COLUMNS} FROM bulk_actions WHERE state = 'running' ORDER BY id LIMIT 1`,
  );
}

/** Newest first. */
export function listActions(sql: Sql, page: { before: number; offset: number; limit: number }): ActionRow[] {
  return sql.all<ActionRow>(
    `SELECT ${COLUMNS} FROM bulk_actions WHERE id < ? ORDER BY id DESC LIMIT ? OFFSET ?`,
    page.before,
    page.limit,
    page.offset,
  );
}

export function setDone(tx: Tx, id: number): void {
  tx.run("UPDATE bulk_actions SET state = 'done', ended_at = ? WHERE id = ?", tx.now, id);
}

export type ItemRow = Pick<RowOf<typeof bulkActionItems>, "position" | "item" | "state" | "why">;

interface ItemPage {
  state: ItemRow["state"] | null;
  after: number;
  offset: number;
  limit: number;
}

export function listItems(sql: Sql, id: number, { state, after, offset, limit }: ItemPage): ItemRow[] {
  return sql.all<ItemRow>(
    `SELECT position, item, state, why FROM bulk_action_items
       WHERE action_id = ?1 AND position > ?2 AND (?3 IS NULL OR state = ?3) ORDER BY position LIMIT ?4 OFFSET ?5`,
    id,
    after,
    state,
    limit,
    offset,
  );
}

/** The next things that wait for their turn. */
export function listWaiting(sql: Sql, id: number, limit: number): ItemRow[] {
  return sql.all<ItemRow>(
    `SELECT position, item, state, why FROM bulk_action_items
       WHERE action_id = ? AND state = 'waiting' ORDER BY position LIMIT ?`,
    id,
    limit,
  );
}

/** @param why null for a changed thing */
export function updateItem(tx: Tx, id: number, { position, why }: Pick<ItemRow, "position" | "why">): void {
  tx.run(
    "UPDATE bulk_action_items SET state = ?, why = ? WHERE action_id = ? AND position = ?",
    why === null ? "changed" : "left",
    why,
    id,
    position,
  );
}

/** Numbers of an action's things by state. */
export function countItems(sql: Sql, id: number): Record<ItemRow["state"], number> {
  const counts = { waiting: 0, changed: 0, left: 0 };
  const rows = sql.all<Pick<ItemRow, "state"> & { count: number }>(
    "SELECT state, count(*) AS count FROM bulk_action_items WHERE action_id = ? GROUP BY state",
    id,
  );
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

/** Deletes actions that ended before a time, with their things, up to `chunk` things per call. Returns how many rows. */
export function purgeActions(tx: Tx, before: number, chunk: number): number {
  const items = tx.run(
    `DELETE FROM bulk_action_items WHERE action_id IN (SELECT id FROM bulk_actions WHERE ended_at < ?) LIMIT ?`,
    before,
    chunk,
  ).changes;
  if (items > 0) return items;
  return tx.run("DELETE FROM bulk_actions WHERE ended_at < ? LIMIT ?", before, chunk).changes;
}
