import { columns, type In } from "../../../../db/columns.ts";
import { Conditions } from "../../../../db/conditions.ts";
import { jsonColumn } from "../../../../db/json-column.ts";
import type { RowOf } from "../../../../db/row.ts";
import type { Sql, Tx } from "../../../../db/sql.ts";
import type { ledgerReversalItems, ledgerReversals } from "../../../../db/tables/desk/corrections.ts";
import type { ledgerEntries } from "../../../../db/tables/ledger.ts";
import { LINKS } from "../../entries/index.ts";
import type { WaitingCorrections } from "../waiting.ts";
import { ShownFilter } from "./model.ts";
import type { Candidate, ItemState, Outcome, ReversalFacts } from "./rules.ts";

const COLUMNS = columns<typeof ledgerReversals>()(
  "id",
  "state",
  "reason",
  "on_shortfall",
  "filter",
  "entries",
  "total",
  "users",
  "requested_by",
  "decided_by",
  "created_at",
  "decided_at",
  "ended_at",
);

export type ReversalRow = In<typeof COLUMNS>;

export const FILTER = jsonColumn("ledger_reversals.filter", ShownFilter);

type NewReversal = Pick<
  ReversalRow,
  "state" | "reason" | "on_shortfall" | "filter" | "entries" | "total" | "users" | "requested_by"
>;

/** Creates a reversal of these entries. @throws SQLITE_CONSTRAINT_UNIQUE if another one has one of them */
export function insertReversal(tx: Tx, row: NewReversal, entryIds: readonly number[]): number {
  const id = tx.run(
    `INSERT INTO ledger_reversals (state, reason, on_shortfall, filter, entries, total, users, requested_by, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.state,
    row.reason,
    row.on_shortfall,
    row.filter,
    row.entries,
    row.total,
    row.users,
    row.requested_by,
    tx.now,
  ).lastInsertRowid;
  tx.run(
    `INSERT INTO ledger_reversal_items (reversal_id, entry_id, state, missing)
       SELECT ?, value, 'waiting', 0 FROM json_each(?)`,
    id,
    JSON.stringify(entryIds),
  );
  return id;
}

export function findReversal(sql: Sql, id: number): ReversalRow | null {
  return sql.get<ReversalRow>(`SELECT ${COLUMNS} FROM ledger_reversals WHERE id = ?`, id);
}

/** The oldest reversal in progress. */
export function findRunning(sql: Sql): ReversalRow | null {
  return sql.get<ReversalRow>(
    `SELECT ${COLUMNS} FROM ledger_reversals WHERE state = 'running' ORDER BY id LIMIT 1`,
  );
}

/** The newest reversals before an id. */
export function listReversals(
  sql: Sql,
  { before, limit, state }: { before: number; limit: number; state?: ReversalRow["state"] | undefined },
): ReversalRow[] {
  const where = new Conditions().add("id < ?", before).addGiven("state = ?", state);
  return sql.all<ReversalRow>(
    `SELECT ${COLUMNS} FROM ledger_reversals WHERE ${where.text} ORDER BY id DESC LIMIT ?`,
    ...where.values,
    limit,
  );
}

export function tallyWaitingReversals(sql: Sql): WaitingCorrections {
  return sql.one<WaitingCorrections>(
    `SELECT count(*) AS count, ifnull(sum(total), 0) AS total, min(created_at) AS oldest_at
       FROM ledger_reversals WHERE state = 'waiting_approval'`,
  );
}

/** Stores the state, the decision and the end. */
export function updateReversal(tx: Tx, row: ReversalRow): void {
  tx.run(
    "UPDATE ledger_reversals SET state = ?, decided_by = ?, decided_at = ?, ended_at = ? WHERE id = ?",
    row.state,
    row.decided_by,
    row.decided_at,
    row.ended_at,
    row.id,
  );
}

export interface CandidateRow extends Candidate, ReversalFacts {
  partner_id: number;
}

/** The entries with these ids, newest first, with the facts that decide whether they can be reversed. */
export function listCandidates(sql: Sql, ids: readonly number[]): CandidateRow[] {
  return sql.all<CandidateRow>(
    `SELECT e.id, e.partner_id, p.name AS partner, e.user_id, e.delta, u.balance, u.deleted_at, ${LINKS},
         h.reversal_id AS held_by,
         (e.origin = 'system' AND e.idempotency_key GLOB 'conversion:*') OR EXISTS (SELECT 1 FROM conversions AS c
           WHERE c.user_id = e.user_id AND c.ledger_entry_id = e.id) AS is_conversion
       FROM (SELECT DISTINCT value FROM json_each(?)) AS chosen CROSS JOIN ledger_entries AS e ON e.id = chosen.value
         CROSS JOIN users AS u ON u.id = e.user_id CROSS JOIN partners AS p ON p.id = e.partner_id
         LEFT JOIN ledger_reversal_items AS h ON h.entry_id = e.id AND h.state <> 'left'
       ORDER BY e.id DESC`,
    JSON.stringify(ids),
  );
}

/** Ids of a reversal's entries, newest first. */
export function listItemIds(sql: Sql, reversalId: number): number[] {
  return sql
    .all<Pick<RowOf<typeof ledgerReversalItems>, "entry_id">>(
      "SELECT entry_id FROM ledger_reversal_items WHERE reversal_id = ? ORDER BY entry_id DESC",
      reversalId,
    )
    .map(({ entry_id }) => entry_id);
}

export type WaitingItem = Pick<RowOf<typeof ledgerEntries>, "id" | "partner_id" | "user_id" | "delta">;

/** Entries of a reversal that wait for their turn, newest first. */
export function listWaitingItems(sql: Sql, reversalId: number, limit: number): WaitingItem[] {
  return sql.all<WaitingItem>(
    `SELECT e.id, e.partner_id, e.user_id, e.delta
       FROM ledger_reversal_items AS i CROSS JOIN ledger_entries AS e ON e.id = i.entry_id
       WHERE i.reversal_id = ? AND i.state = 'waiting' ORDER BY i.entry_id DESC LIMIT ?`,
    reversalId,
    limit,
  );
}

type ItemEnd = (Outcome | { state: "left"; why: "user_deleted"; missing: number }) & {
  reversalId: number;
  entryId: number;
  reversalEntryId: number | null;
};

export function updateItem(tx: Tx, item: ItemEnd): void {
  tx.run(
    `UPDATE ledger_reversal_items SET state = ?, why = ?, missing = ?, reversal_entry_id = ?
       WHERE reversal_id = ? AND entry_id = ?`,
    item.state,
    item.state === "left" ? item.why : null,
    item.missing,
    item.reversalEntryId,
    item.reversalId,
    item.entryId,
  );
}

/** Releases the entries of a cancelled reversal. */
export function leaveItems(tx: Tx, reversalId: number): void {
  tx.run(
    "UPDATE ledger_reversal_items SET state = 'left', why = 'cancelled' WHERE reversal_id = ? AND state = 'waiting'",
    reversalId,
  );
}

/** Numbers of a reversal's entries by state. */
export function countItems(sql: Sql, reversalId: number): Record<ItemState, number> {
  const counts = { waiting: 0, reversed: 0, partial: 0, left: 0 };
  const rows = sql.all<Pick<RowOf<typeof ledgerReversalItems>, "state"> & { count: number }>(
    "SELECT state, count(*) AS count FROM ledger_reversal_items WHERE reversal_id = ? GROUP BY state",
    reversalId,
  );
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

/** Sum of the amounts that a reversal left where they are, without sign. */
export function sumMissing(sql: Sql, reversalId: number): number {
  return sql.one<{ missing: number }>(
    `SELECT ifnull(sum(iif(i.state = 'partial', i.missing, abs(e.delta))), 0) AS missing
       FROM ledger_reversal_items AS i CROSS JOIN ledger_entries AS e ON e.id = i.entry_id
       WHERE i.reversal_id = ? AND i.state IN ('partial', 'left')`,
    reversalId,
  ).missing;
}

/** The entries with these ids of a reversal that waits; those of users who were deleted meanwhile will be left. */
export function listRemaining(sql: Sql, ids: readonly number[]): CandidateRow[] {
  return listCandidates(sql, ids).filter(({ deleted_at }) => deleted_at === null);
}

export interface ItemRow
  extends Pick<
      RowOf<typeof ledgerReversalItems>,
      "entry_id" | "state" | "why" | "missing" | "reversal_entry_id"
    >,
    Pick<RowOf<typeof ledgerEntries>, "user_id" | "delta"> {
  /** The reversing entry's; null without one. */
  moved: RowOf<typeof ledgerEntries>["delta"] | null;
}

/** A reversal's entries before an id, newest first. @param state null for all */
export function listItems(
  sql: Sql,
  reversalId: number,
  { state, before, limit }: { state: ItemState | null; before: number; limit: number },
): ItemRow[] {
  return sql.all<ItemRow>(
    `SELECT i.entry_id, e.user_id, e.delta, i.state, i.why, i.missing, i.reversal_entry_id, r.delta AS moved
       FROM ledger_reversal_items AS i CROSS JOIN ledger_entries AS e ON e.id = i.entry_id
         LEFT JOIN ledger_entries AS r ON r.id = i.reversal_entry_id
       WHERE i.reversal_id = ?1 AND i.entry_id < ?2 AND (?3 IS NULL OR i.state = ?3)
       ORDER BY i.entry_id DESC LIMIT ?4`,
    reversalId,
    before,
    state,
    limit,
  );
}
