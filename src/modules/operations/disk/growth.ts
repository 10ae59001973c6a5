import { DAY_MS } from "../../../kit/clock.ts";
import type { Manifest } from "../backups/index.ts";

type Copy = Pick<Manifest, "created_at" | "bytes" | "databases">;

/**
 * Bytes that the databases and the kept backups grow by per day, from the newest to the oldest backup; null if these are
 * less than a day apart.
 */
export function growthPerDay(backups: readonly Copy[]): number | null {
  const [newest, oldest] = [backups.at(0), backups.at(-1)];
  if (newest === undefined || oldest === undefined) return null;
  const days = (Date.parse(newest.created_at) - Date.parse(oldest.created_at)) / DAY_MS;
  if (days < 1) return null;
  // Each day a backup of today's size takes the place of one of the oldest's.
  const archives = (backups.length * (newest.bytes - oldest.bytes)) / days;
  return (databaseBytes(newest) - databaseBytes(oldest)) / days + archives;
}

function databaseBytes({ databases }: Copy): number {
  return databases.reduce((sum, { bytes }) => sum + bytes, 0);
}
