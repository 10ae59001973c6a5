import type { Sql } from "../../../db/sql.ts";

/** Ids of the entries at both ends of a reversal; null for an entry that takes part in none. */
export interface EntryLinks {
  /** The entry that reverses this one. */
  reversed_by: number | null;
  /** The entry that this one reverses. */
  reverses: number | null;
}

/** Key of the entry that reverses another, in which its id stands. */
export const REVERSAL_KEY = "reversal:";

/** The columns of `EntryLinks` for an entry `e`. */
export const LINKS = `(SELECT i.reversal_entry_id FROM ledger_reversal_items AS i
    WHERE i.entry_id = e.id AND i.state <> 'left') AS reversed_by,
  CASE WHEN e.origin = 'system' AND e.idempotency_key GLOB '${REVERSAL_KEY}*'
    THEN CAST(substr(e.idempotency_key, ${REVERSAL_KEY.length + 1}) AS INTEGER) END AS reverses`;

/** Which of these entries were reversed only in part. */
export function listPartlyReversed(sql: Sql, ids: readonly number[]): Set<number> {
  const rows = sql.all<{ id: number }>(
    `SELECT i.entry_id AS id FROM json_each(?) AS chosen
       CROSS JOIN ledger_reversal_items AS i ON i.entry_id = chosen.value
       WHERE i.state <> 'left' AND i.state = 'partial'`,
    JSON.stringify(ids),
  );
  return new Set(rows.map(({ id }) => id));
}
