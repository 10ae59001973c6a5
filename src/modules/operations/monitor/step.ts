import { HOUR_MS, MINUTE_MS } from "../../../kit/clock.ts";
import { MEASURES, type Rule, type RuleName } from "./rules.ts";

export const RULE_STATES = ["ok", "pending", "firing", "resolved"] as const;
export type RuleState = (typeof RULE_STATES)[number];

/** State of a rule between two runs. Times are Unix milliseconds. */
export interface RuleStanding {
  rule: RuleName;
  state: RuleState;
  /** Start of that state; null before the first change. */
  since: number | null;
  /** Last measurement; null if it failed, or there was nothing to measure. */
  value: number | null;
  /** Times within the last hour at which the alarm started or ended. */
  turns: readonly number[];
  flapping_since: number | null;
  /** Time of the first alert about this alarm; null without an alarm. */
  told_at: number | null;
  acknowledged_at: number | null;
  acknowledged_by: string | null;
  escalated_at: number | null;
  silenced_until: number | null;
  silenced_by: string | null;
}

/** Kind of alert that a run sends. */
export type RuleEvent = "firing" | "resolved" | "flapping" | "steady";

/** A rule's value: null if there is nothing to measure, as a share of no requests. */
export type RuleValue = number | null | "failed";

interface Measurement {
  value: RuleValue;
  /** Unix milliseconds. */
  now: number;
}

interface Step {
  standing: RuleStanding;
  /** The alert to send; null for none. */
  event: RuleEvent | null;
}

const FLAPPING_TURNS = 4;

/** State of a rule before its first run. */
export function newStanding(rule: RuleName): RuleStanding {
  return {
    rule,
    state: "ok",
    since: null,
    value: null,
    turns: [],
    flapping_since: null,
    told_at: null,
    acknowledged_at: null,
    acknowledged_by: null,
    escalated_at: null,
    silenced_until: null,
    silenced_by: null,
  };
}

/**
 * Returns a rule's state after a measurement, and the alert to send, if any. An alarm that started or ended four times
 * within an hour is flapping: one alert reports that, and the next one follows after an hour of steadiness. A silenced
 * rule, or one that a check covers, sends no alerts.
 */
export function stepRule(rule: Rule, before: RuleStanding, measured: Measurement): Step {
  const { now } = measured;
  const moved = moveState(rule, before, measured);
  const turned = (moved.state === "firing") !== (before.state === "firing");
  const turns = [...before.turns, ...(turned ? [now] : [])].filter((at) => now - at < HOUR_MS);
  const isMuted = rule.check !== undefined || isSilenced(before, now);
  return withEvent({ ...moved, turns }, isMuted, now);
}

/** Whether a rule fires or flaps. */
export function isAlarm({ state, flapping_since }: RuleStanding): boolean {
  return state === "firing" || flapping_since !== null;
}

export function isSilenced({ silenced_until }: RuleStanding, now: number): boolean {
  return silenced_until !== null && silenced_until > now;
}

/** Whether an unacknowledged alarm must be escalated to the second contact. */
export function isEscalationDue(standing: RuleStanding, afterMs: number, now: number): boolean {
  const { told_at, acknowledged_at, escalated_at } = standing;
  return (
    told_at !== null &&
    acknowledged_at === null &&
    escalated_at === null &&
    !isSilenced(standing, now) &&
    now - told_at >= afterMs
  );
}

/** A failed measurement says nothing about the rule: an alarm goes on, and none starts. */
function moveState(rule: Rule, before: RuleStanding, { value, now }: Measurement): RuleStanding {
  if (value === "failed") return { ...before, value: null };
  const isBad = value !== null && isPast(rule, value);
  const state = isBad ? badState(rule, before, now) : before.state === "firing" ? "resolved" : "ok";
  return { ...before, value, state, since: state === before.state ? before.since : now };
}

function isPast({ rule, threshold }: Rule, value: number): boolean {
  return MEASURES[rule].bad === "above" ? value >= threshold : value <= threshold;
}

function badState({ for_minutes }: Rule, { state, since }: RuleStanding, now: number): RuleState {
  if (state === "firing") return "firing";
  const badSince = state === "pending" ? (since ?? now) : now;
  return now - badSince >= for_minutes * MINUTE_MS ? "firing" : "pending";
}

function withEvent(moved: RuleStanding, isMuted: boolean, now: number): Step {
  const isFiring = moved.state === "firing";
  const unlessMuted = (event: RuleEvent) => (isMuted ? null : event);
  if (moved.flapping_since !== null) {
    if (moved.turns.length > 0) return { standing: moved, event: null };
    const steady = isFiring ? moved : cleared(moved);
    return { standing: { ...steady, flapping_since: null }, event: unlessMuted("steady") };
  }
  if (moved.turns.length >= FLAPPING_TURNS) {
    const told_at = moved.told_at ?? (isMuted ? null : now);
    return { standing: { ...moved, flapping_since: now, told_at }, event: unlessMuted("flapping") };
  }
  if (isFiring && moved.told_at === null)
    return { standing: { ...moved, told_at: isMuted ? null : now }, event: unlessMuted("firing") };
  if (!isFiring && moved.told_at !== null)
    return { standing: cleared(moved), event: unlessMuted("resolved") };
  return { standing: isFiring ? moved : cleared(moved), event: null };
}

/** Clears the alarm's fields. */
function cleared(standing: RuleStanding): RuleStanding {
  return { ...standing, told_at: null, acknowledged_at: null, acknowledged_by: null, escalated_at: null };
}
