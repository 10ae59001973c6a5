import { HOUR_MS, MINUTE_MS } from "../../../kit/clock.ts";
import { MEASURES, type Rule, type RuleName } from "./rules.ts";

export const RULE_STATES = ["ok", "pending", "firing", "resolved"] as const;
export type RuleState = (typeof RULE_STATES)[number];

/** How a rule stands between two runs. Times are Unix milliseconds. */
export interface Standing {
  rule: RuleName;
  state: RuleState;
  /** When it came into that state; null before the first change. */
  since: number | null;
  /** As last measured; null where it could not be. */
  value: number | null;
  /** Times within the last hour at which the alarm went on or off. */
  turns: readonly number[];
  flapping_since: number | null;
  /** When operators were first told of this alarm; null while there is none. */
  told_at: number | null;
  acknowledged_at: number | null;
  acknowledged_by: string | null;
  escalated_at: number | null;
  silenced_until: number | null;
  silenced_by: string | null;
}

/** What operators are told after a run. */
export type Word = "firing" | "resolved" | "flapping" | "steady";

const FLAPPING_TURNS = 4;

/** A rule that was never looked at. */
export function newStanding(rule: RuleName): Standing {
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
 * How a rule stands after it was measured, and what operators are told. An alarm that went on or off four times within an
 * hour is flapping: one word says so, and the next comes when it has been steady for an hour. Nothing is told of a silenced
 * rule, nor of one that a check covers.
 */
export function stepRule(
  rule: Rule,
  before: Standing,
  value: number | null,
  now: number,
): { standing: Standing; word: Word | null } {
  const moved = moveState(rule, before, value, now);
  const turned = (moved.state === "firing") !== (before.state === "firing");
  const turns = [...before.turns, ...(turned ? [now] : [])].filter((at) => now - at < HOUR_MS);
  const isMute = rule.check !== undefined || isSilenced(before, now);
  return tell({ ...moved, turns }, isMute, now);
}

export function isSilenced({ silenced_until }: Standing, now: number): boolean {
  return silenced_until !== null && silenced_until > now;
}

/** Whether the second contact is to hear of an alarm that nobody acknowledged. */
export function isEscalationDue(standing: Standing, afterMs: number, now: number): boolean {
  const { told_at, acknowledged_at, escalated_at } = standing;
  return (
    told_at !== null &&
    acknowledged_at === null &&
    escalated_at === null &&
    !isSilenced(standing, now) &&
    now - told_at >= afterMs
  );
}

function moveState(rule: Rule, before: Standing, value: number | null, now: number): Standing {
  const isBad = value !== null && isPast(rule, value);
  const state = nextState(rule, before, isBad, now);
  return { ...before, value, state, since: state === before.state ? before.since : now };
}

function isPast({ rule, threshold }: Rule, value: number): boolean {
  return MEASURES[rule].bad === "above" ? value >= threshold : value <= threshold;
}

function nextState(
  { for_minutes }: Rule,
  { state, since }: Standing,
  isBad: boolean,
  now: number,
): RuleState {
  if (!isBad) return state === "firing" ? "resolved" : "ok";
  if (state === "firing") return "firing";
  const badSince = state === "pending" ? (since ?? now) : now;
  return now - badSince >= for_minutes * MINUTE_MS ? "firing" : "pending";
}

function tell(moved: Standing, isMute: boolean, now: number): { standing: Standing; word: Word | null } {
  const isFiring = moved.state === "firing";
  const aloud = (word: Word) => (isMute ? null : word);
  if (moved.flapping_since !== null) {
    if (moved.turns.length > 0) return { standing: moved, word: null };
    const steady = isFiring ? moved : ended(moved);
    return { standing: { ...steady, flapping_since: null }, word: aloud("steady") };
  }
  if (moved.turns.length >= FLAPPING_TURNS) {
    const told_at = moved.told_at ?? (isMute ? null : now);
    return { standing: { ...moved, flapping_since: now, told_at }, word: aloud("flapping") };
  }
  if (isFiring && moved.told_at === null)
    return { standing: { ...moved, told_at: isMute ? null : now }, word: aloud("firing") };
  if (!isFiring && moved.told_at !== null) return { standing: ended(moved), word: aloud("resolved") };
  return { standing: isFiring ? moved : ended(moved), word: null };
}

/** There is no alarm any more that anybody could acknowledge. */
function ended(standing: Standing): Standing {
  return { ...standing, told_at: null, acknowledged_at: null, acknowledged_by: null, escalated_at: null };
}
