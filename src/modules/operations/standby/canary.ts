import type { Database } from "../../../db/database.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import { startPolling } from "../../../kit/poll.ts";
import type { Logger } from "../../../kit/process/log.ts";
import type { Running } from "../../module.ts";
import { readSetting, writeSetting } from "../../platform/state/index.ts";
import type { LeaseKeeper } from "../lease/index.ts";

const SETTING = "replication_canary";
const EVERY_MS = 5 * SECOND_MS;

interface CanaryParts {
  lease: LeaseKeeper | null;
  live: Database;
  log: Logger;
}

/** The leader commits the time each 5 s: its age in a copy is how far that copy is behind. */
export function startCanary({ lease, live, log }: CanaryParts): Running[] {
  if (lease === null) return [];
  const work = () =>
    lease.standing.kind === "lost" ? Promise.resolve() : live.writer.run(commitCanary, "lasting");
  return [startPolling({ everyMs: EVERY_MS, what: "the canary", log, work })];
}

function commitCanary(tx: Tx): void {
  writeSetting(tx, SETTING, String(tx.now));
}

/** Unix milliseconds of the newest canary; null before the first. */
export function readCanary(sql: Sql): number | null {
  const value = readSetting(sql, SETTING);
  return value === null ? null : Number(value);
}

/**
 * How far a copy is behind: the age of its newest canary, and at least the time since it last met a new one. The clock of a
 * leader that is ahead would else hide that nothing arrives any more.
 */
export class CanaryAge {
  #at: number | null = null;
  #metAt = 0;

  /** `monotonicMs` is performance.now(). */
  note(at: number, monotonicMs: number): void {
    if (at === this.#at) return;
    this.#at = at;
    this.#metAt = monotonicMs;
  }

  /** Milliseconds; null before the first canary. */
  age(now: number, monotonicMs: number): number | null {
    return this.#at === null ? null : Math.max(now - this.#at, monotonicMs - this.#metAt);
  }
}
