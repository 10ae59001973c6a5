import { type Static, Type } from "@sinclair/typebox";
import type { Sql, Tx } from "../../../db/sql.ts";
import { Nullable } from "../../../http/schema/shapes.ts";
import { type Clock, HOUR_MS, MINUTE_MS, type Uptime } from "../../../kit/clock.ts";
import { jsonSetting } from "../state/index.ts";

/** From this difference on, time that was set is not trusted. */
export const STEP_MS = 5 * MINUTE_MS;
/** How fast a machine's clock may drift or be slewed: 1 ms per second. */
const DRIFT_SHARE = 0.001;

/** What a job reports that waits for the clock. */
export const CLOCK_HOLDS = "held: the clock stepped; see salute doctor";

const Hold = Type.Object({
  /** Unix milliseconds of the trusted time when it was noticed. */
  since: Type.Number(),
  /** Positive for a clock that was set forward. */
  step_ms: Type.Number(),
});
export type Hold = Static<typeof Hold>;

/** The last trusted relation of the clock to the machine's uptime. */
const Reference = Type.Object({
  boot: Type.String(),
  /** Unix milliseconds at uptime 0. */
  started_at: Type.Number(),
  /** Whether only an earlier time is known to be wrong: after a restart of the machine, by the files' newest time. */
  is_floor: Type.Boolean(),
  /** Uptime at which it was last brought up to date. */
  adjusted_at: Type.Number(),
  /** Why expiry, dead-lettering and retention are held; null if they are not. */
  held: Nullable(Hold),
});
export type Reference = Static<typeof Reference>;

const REFERENCE = jsonSetting("clock_reference", Reference);

export function readReference(sql: Sql): Reference | null {
  return REFERENCE.read(sql);
}

function writeReference(tx: Tx, reference: Reference): void {
  REFERENCE.write(tx, reference);
}

/**
 * The step that holds everything that time ends: the clock's present difference from the trusted time, or the one
 * noticed before the machine restarted. Null if the clock is trusted. @param sql of live.db
 */
export function findStep(sql: Sql, clock: Clock): number | null {
  const [uptime, reference] = [clock.uptime?.(), readReference(sql)];
  if (uptime === undefined || reference === null) return null;
  if (reference.boot !== uptime.boot) return reference.held?.step_ms ?? null;
  const stepMs = differenceOf(reference, uptime, clock.now());
  return isStep(reference, stepMs) ? stepMs : null;
}

function differenceOf({ started_at }: Reference, { ms }: Uptime, now: number): number {
  return now - ms - started_at;
}

function isStep({ is_floor }: Reference, differenceMs: number): boolean {
  return differenceMs <= -STEP_MS || (differenceMs >= STEP_MS && !is_floor);
}

/** What a look changes: the next reference, and whether a hold began or ended with it. */
interface Judged {
  next: Reference;
  change: "held" | "released" | null;
}

/** The clock, the machine's uptime, and the newest time that the installation's files tell, if any. */
interface Times {
  now: number;
  uptime: Uptime;
  knownAt: number | null;
}

/** Judges the clock against the trusted time. Returns null if nothing changes. */
export function judgeClock(reference: Reference | null, times: Times): Judged | null {
  const { now, uptime } = times;
  if (reference === null || reference.boot !== uptime.boot) return judgeStart(reference, times);
  const stepMs = differenceOf(reference, uptime, now);
  if (isStep(reference, stepMs)) {
    if (reference.held !== null) return null;
    const held = { since: reference.started_at + uptime.ms, step_ms: stepMs };
    return { next: { ...reference, held }, change: "held" };
  }
  const change = reference.held === null ? null : "released";
  if (reference.is_floor) return { next: trusting(now, uptime), change };
  const elapsedMs = uptime.ms - reference.adjusted_at;
  if (change === null && elapsedMs < HOUR_MS) return null;
  const mostMs = DRIFT_SHARE * elapsedMs;
  const driftMs = Math.round(Math.max(-mostMs, Math.min(mostMs, stepMs)));
  return { next: trusting(reference.started_at + uptime.ms + driftMs, uptime), change };
}

/** Another run of the machine: only a clock before the newest known time is certainly wrong. */
function judgeStart(reference: Reference | null, { now, uptime, knownAt }: Times): Judged | null {
  if (reference !== null && reference.held !== null) return null;
  if (knownAt === null || knownAt - now < STEP_MS) return { next: trusting(now, uptime), change: null };
  const held = { since: knownAt, step_ms: now - knownAt };
  return { next: { ...trusting(knownAt, uptime), is_floor: true, held }, change: "held" };
}

function trusting(now: number, { boot, ms }: Uptime): Reference {
  return { boot, started_at: now - ms, is_floor: false, adjusted_at: ms, held: null };
}

/** What a look at the clock would change now; null if nothing. */
export function lookAhead(sql: Sql, clock: Clock, knownAt: number | null): Judged | null {
  const uptime = clock.uptime?.();
  return uptime === undefined ? null : judgeClock(readReference(sql), { now: clock.now(), uptime, knownAt });
}

/** Stores what a look changes. */
export function setReference(tx: Tx, { next }: Judged): void {
  writeReference(tx, next);
}

/** Trusts the clock from now on. */
export function trustClock(tx: Tx, clock: Clock): void {
  const uptime = clock.uptime?.();
  if (uptime !== undefined) writeReference(tx, trusting(clock.now(), uptime));
}
