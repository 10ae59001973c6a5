import type { Tx } from "../../../db/sql.ts";

interface Count {
  cap: string;
  day: number;
  subject: string;
}

/** Counts one more for a subject; false if `most` are counted already. */
export function countUp(tx: Tx, { cap, day, subject }: Count, most: number): boolean {
  return (
    tx.run(
      `INSERT INTO daily_counts (day, cap, subject, used) VALUES (?, ?, ?, 1)
         ON CONFLICT (day, cap, subject) DO UPDATE SET used = used + 1 WHERE used < ?`,
      day,
      cap,
      subject,
      most,
    ).changes === 1
  );
}

/** Deletes the counts of days before one, up to `chunk` per call. Returns how many. */
export function purgeDailyCounts(tx: Tx, beforeDay: number, chunk: number): number {
  return tx.run("DELETE FROM daily_counts WHERE day < ? LIMIT ?", beforeDay, chunk).changes;
}
