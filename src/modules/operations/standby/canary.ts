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

/** Commits the leader's time every 5 s. The age of this canary in a copy is the copy's lag. */
export function startCanary({ lease, live, log }: CanaryParts): Running[] {
  if (lease === null) return [];
  const work = () =>
    lease.standing.kind === "lost" ? Promise.resolve() : live.writer.run(commitCanary, "lasting");
  return [startPolling({ everyMs: EVERY_MS, what: "the canary", log, work })];
}

function commitCanary(tx: Tx): void {
  writeSetting(tx, SETTING, String(tx.now));
}

/** Time of the newest canary, in Unix milliseconds; null before the first. */
export function readCanary(sql: Sql): number | null {
  const value = readSetting(sql, SETTING);
  return value === null ? null : Number(value);
}

/**
 * Computes a copy's lag: the age of its newest canary, but at least the time since that canary arrived, so that a
 * leader's clock ahead of ours cannot hide that nothing arrives any more.
 */
export class CanaryAge {
  #at: number | null = null;
  #metAt = 0;

  /** Records the canary found in the copy. @param monotonicMs performance.now() */
  note(at: number, monotonicMs: number): void {
    if (at === this.#at) return;
    this.#at = at;
    this.#metAt = monotonicMs;
  }

  /** Lag in milliseconds; null before the first canary. */
  age(now: number, monotonicMs: number): number | null {
    return this.#at === null ? null : Math.max(now - this.#at, monotonicMs - this.#metAt);
  }
}
