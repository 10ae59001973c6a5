import type { Database } from "../../../db/database.ts";
import type { Tx } from "../../../db/sql.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../kit/clock.ts";
import type { Purge } from "./chunks.ts";

/** How long the rows of some tables are kept. */
export interface Window<Parts> {
  /** The rows as a noun, if they are only some of their retention's. */
  rows?: string;
  tables: readonly string[];
  /** Milliseconds; 0 for rows that end by themselves. */
  kept: number | KeptBySetting<Parts>;
  /** What the time is counted from, as a noun: "creation". */
  after: string;
}

interface KeptBySetting<Parts> {
  setting: string;
  /** Milliseconds. */
  ms: (parts: Parts) => number;
}

/** How long recorded answers are kept. */
export const RECORDED_ANSWERS: KeptBySetting<{ config: { idempotencyRetentionDays: number } }> = {
  setting: "IDEMPOTENCY_RETENTION_DAYS",
  ms: ({ config }) => config.idempotencyRetentionDays * DAY_MS,
};

/** How long one kind of row is kept, in every state file. `keep` makes it. */
export interface Retention<Parts> {
  /** The rows, as a noun for "deletes …". */
  rows: string;
  windows: readonly Window<Parts>[];
  /** @param now the file's own time: a sandbox file has its own clock */
  purge: ((parts: Parts, now: number) => Purge) | null;
  sweep: ((db: Database, parts: Parts, run: SweepRun) => Promise<number>) | null;
}

interface SweepRun {
  now: number;
  signal: AbortSignal;
}

/** The ends of a retention's windows, in Unix milliseconds: older rows have expired. */
type Before<Name extends string> = Readonly<Record<Name, number>>;

interface Keep<Parts, Name extends string> {
  rows: string;
  windows: Readonly<Record<Name, Window<NoInfer<Parts>>>>;
  /** Deletes at most `chunk` expired rows; returns how many. */
  purge?: (tx: Tx, before: Before<Name>, run: { chunk: number; parts: Parts }) => number;
  /** For rows without an index on their age. Returns how many were deleted. */
  sweep?: (db: Database, before: Before<Name>, signal: AbortSignal) => Promise<number>;
}

/** A retention whose rows are deleted by the very windows that it announces. */
export function keep<Parts, Name extends string>({
  rows,
  windows,
  purge,
  sweep,
}: Keep<Parts, Name>): Retention<Parts> {
  const before = (parts: Parts, now: number) => {
    const ends = Object.entries<Window<Parts>>(windows).map(([name, window]) => [
      name,
      now - keptMs(window, parts),
    ]);
    return Object.fromEntries(ends) as Before<Name>;
  };
  return {
    rows,
    windows: Object.values(windows),
    purge:
      purge === undefined
        ? null
        : (parts, now) => {
            const ends = before(parts, now);
            return (tx, chunk) => purge(tx, ends, { chunk, parts });
          },
    sweep: sweep === undefined ? null : (db, parts, { now, signal }) => sweep(db, before(parts, now), signal),
  };
}

/** Milliseconds for which the rows of a window are kept. */
export function keptMs<Parts>({ kept }: Window<Parts>, parts: Parts): number {
  return typeof kept === "number" ? kept : kept.ms(parts);
}

/** A window in words: "90 days after creation", "until expiry", or "NAME_OF_SETTING after creation". */
export function describeKept<Parts>({ kept, after }: Pick<Window<Parts>, "kept" | "after">): string {
  if (typeof kept !== "number") return `${kept.setting} after ${after}`;
  return kept === 0 ? `until ${after}` : `${describeSpan(kept)} after ${after}`;
}

function describeSpan(ms: number): string {
  const [unit, name] =
    ms % DAY_MS === 0 ? [DAY_MS, "day"] : ms % HOUR_MS === 0 ? [HOUR_MS, "hour"] : [MINUTE_MS, "minute"];
  const count = Math.round(ms / Number(unit));
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}
