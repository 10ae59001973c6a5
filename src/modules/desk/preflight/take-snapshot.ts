import type { Tx } from "../../../db/sql.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { type ChangedRow, dayOf } from "./history.ts";
import { deltaOf, type GuardRow, withSince } from "./rules.ts";
import { type Cause, countOfDay, type EnvRow, findNewest, insertSnapshot } from "./store.ts";

/** What the guards found at one moment. */
export interface Findings {
  rows: readonly GuardRow[];
  env: readonly Omit<EnvRow, "since">[];
}

/** A value that flaps makes no more snapshots than this per UTC day. */
const MAX_CHANGES_A_DAY = 96;

/**
 * Keeps what the guards found. With the cause `change` nothing is kept where no row differs from the newest snapshot, or
 * where the day has many already.
 * @returns the snapshot's id and how many rows differ from the one before; null where nothing was kept
 */
export function takeSnapshot(
  tx: Tx,
  { rows, env }: Findings,
  cause: Cause,
): { id: number; changes: number } | null {
  const previous = findNewest(tx);
  const day = dayOf(tx.now);
  const changes =
    previous === null
      ? []
      : deltaOf(previous.rows, rows).map(({ section, field }): ChangedRow => [section, field]);
  if (cause === "change" && (changes.length === 0 || countOfDay(tx, day) >= MAX_CHANGES_A_DAY)) return null;
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
