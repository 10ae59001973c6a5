import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { deliveryPauses } from "../../../db/tables/webhooks.ts";

/** Why nothing is sent for a while: safe mode, a restored directory that is not resumed, no server. */
export type PauseReason = "safe_mode" | "restored" | "stopped";

/**
 * Starts a pause, whose time does not count toward the 3 days of any round. Starting it twice has no further effect.
 */
export function beginPause(tx: Tx, reason: PauseReason): void {
  tx.run(
    `INSERT INTO delivery_pauses (reason, started_at) SELECT ?, ?
       WHERE NOT EXISTS (SELECT 1 FROM delivery_pauses WHERE reason = ? AND ended_at IS NULL)`,
    reason,
    tx.now,
    reason,
  );
  tx.signals.add("holding");
}

/** Ends the pause of this reason, if there is one; waiting records are then due. */
export function endPause(tx: Tx, reason: PauseReason): void {
  tx.run("UPDATE delivery_pauses SET ended_at = ? WHERE reason = ? AND ended_at IS NULL", tx.now, reason);
  tx.signals.add("deliveries");
}

/** Milliseconds between two times in which nothing could be sent; overlapping pauses count once. */
export function pausedMs(sql: Sql, from: number, to: number): number {
  return readPauses(sql, from, to)(from);
}

/** Reads the pauses between two times once. Returns the function that measures them from a time on, as `pausedMs` does. */
export function readPauses(sql: Sql, earliest: number, to: number): (from: number) => number {
  const pauses = sql.all<Pick<RowOf<typeof deliveryPauses>, "started_at"> & { ended_at: number }>(
    `SELECT started_at, COALESCE(ended_at, ?) AS ended_at FROM delivery_pauses
       WHERE started_at < ? AND (ended_at IS NULL OR ended_at > ?) ORDER BY started_at`,
    to,
    to,
    earliest,
  );
  return (from) => {
    let total = 0;
    let counted = from;
    for (const { started_at, ended_at } of pauses) {
      const end = Math.min(ended_at, to);
      total += Math.max(0, end - Math.max(started_at, counted));
      counted = Math.max(counted, end);
    }
    return total;
  };
}

/** Whether a pause keeps all deliveries back now. */
export function isPaused(sql: Sql): boolean {
  return sql.get("SELECT 1 FROM delivery_pauses WHERE ended_at IS NULL LIMIT 1") !== null;
}

/** Records a past pause: from then until now. */
export function notePastPause(tx: Tx, reason: PauseReason, fromMs: number): void {
  tx.run(
    "INSERT INTO delivery_pauses (reason, started_at, ended_at) VALUES (?, ?, ?)",
    reason,
    fromMs,
    tx.now,
  );
}

/** Deletes at most `chunk` pauses that ended before a time. Returns how many. */
export function purgePauses(tx: Tx, before: number, chunk: number): number {
  return tx.run("DELETE FROM delivery_pauses WHERE ended_at < ? LIMIT ?", before, chunk).changes;
}
