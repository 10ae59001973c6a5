import type { Tx } from "../../../db/sql.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { type ChangedRow, toDay } from "./history.ts";
import { diffRows, type GuardRow, withSince } from "./rules.ts";
import { type Cause, countOfDay, type EnvRow, findNewest, insertSnapshot } from "./store.ts";

/** Findings of all guards at one time. */
export interface Findings {
  rows: readonly GuardRow[];
  env: readonly Omit<EnvRow, "since">[];
}

/** Limit of snapshots per UTC day for values that change back and forth. */
const MAX_CHANGES_PER_DAY = 96;

/**
 * Stores a snapshot. With the cause `change`, stores nothing if no row differs from the newest snapshot or the day's
 * limit is reached.
 * @returns the snapshot's id and the number of changed rows; null if nothing was stored
 */
export function takeSnapshot(
  tx: Tx,
  { rows, env }: Findings,
  cause: Cause,
): { id: number; changes: number } | null {
  const previous = findNewest(tx);
  const day = toDay(tx.now);
  const changes =
    previous === null
      ? []
      : diffRows(previous.rows, rows).map(({ section, field }): ChangedRow => [section, field]);
  if (cause === "change" && (changes.length === 0 || countOfDay(tx, day) >= MAX_CHANGES_PER_DAY)) return null;
  const since = isoUtc(tx.now);
  const settings = new Map(previous?.env_rows.map((row) => [row.field, row]) ?? []);
  const env_rows = env.map((row) => {
    const was = settings.get(row.field);
    return { ...row, since: was?.value === row.value ? was.since : since };
  });
  const id = insertSnapshot(tx, {
    cause,
    day,
    rows: withSince(rows, previous?.rows ?? [], since),
    env_rows,
    changes,
  });
  return { id, changes: changes.length };
}
