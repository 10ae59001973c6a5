import { DAY_MS } from "../../../kit/clock.ts";
import { isInPeriod } from "../period.ts";

/** Kinds of progress that a mission may count. */
export const MISSION_KINDS = [
  "spins",
  "grid_targets",
  "grid_cleared",
  "salutes_earned",
  "streak_days",
  "promo_claimed",
  "wallet_verified",
  "referrals",
  "open_app",
  "share_link",
  "visit",
] as const;
export type MissionKind = (typeof MISSION_KINDS)[number];

/** Kinds that the app may report; only the server counts the others. */
const REPORTABLE: ReadonlySet<string> = new Set(["open_app", "share_link", "visit"] satisfies MissionKind[]);

/** Decisions about reported progress, in order of precedence; only the last two count the event. */
export const DECISIONS = [
  "not_enrolled",
  "not_reportable",
  "replay",
  "cap_reached",
  "cooldown",
  "velocity",
  "review",
  "allowed",
] as const;
export type Decision = (typeof DECISIONS)[number];

/** Whether an app may report this kind of event to a mission with this goal. */
export function isReportable(kind: string, goal: MissionKind): boolean {
  return REPORTABLE.has(kind) && kind === goal;
}

/** From this number of counted events within a second, further ones are implausible for a person. */
const MAX_PLAUSIBLE_PER_SECOND = 10;

export interface ReportFacts {
  isEnrolled: boolean;
  isReportable: boolean;
  /** Whether this event counted before. */
  isReplay: boolean;
  /** Whether the player's cap or the budget is reached, or the mission is closed. */
  isCapReached: boolean;
  cooldownMs: number;
  perHour: number | null;
  /** Milliseconds since the last counted event; null for none. */
  sinceLastMs: number | null;
  countedLastHour: number;
  countedLastSecond: number;
  /** Whether limits are recorded but not enforced. */
  shadow: boolean;
}

/** The decision, and the limit that would have applied if limits were enforced. */
export interface ReportDecision {
  decision: Decision;
  shadowed: "cooldown" | "velocity" | null;
}

/** Decides reported progress, in the order of contract section 16. */
export function decideReport(facts: ReportFacts): ReportDecision {
  if (!facts.isEnrolled) return { decision: "not_enrolled", shadowed: null };
  if (!facts.isReportable) return { decision: "not_reportable", shadowed: null };
  if (facts.isReplay) return { decision: "replay", shadowed: null };
  if (facts.isCapReached) return { decision: "cap_reached", shadowed: null };
  const limit = limitReached(facts);
  if (limit !== null && !facts.shadow) return { decision: limit, shadowed: null };
  const isTooFast = facts.countedLastSecond >= MAX_PLAUSIBLE_PER_SECOND;
  return { decision: isTooFast ? "review" : "allowed", shadowed: limit };
}

function limitReached(facts: ReportFacts): "cooldown" | "velocity" | null {
  const { sinceLastMs, cooldownMs, perHour, countedLastHour } = facts;
  if (sinceLastMs !== null && sinceLastMs < cooldownMs) return "cooldown";
  return perHour !== null && countedLastHour >= perHour ? "velocity" : null;
}

export interface Progress {
  /** In the goal's unit. */
  value: number;
  /** Days since 1970-01-01; null except for streaks. */
  lastDay: number | null;
}

/**
 * Progress after an event, at most the target. A streak counts consecutive UTC days: further events of a day change
 * nothing, and a missed day restarts it.
 */
export function advance(
  { value, lastDay }: Progress,
  event: { kind: MissionKind; amount: number; at: number },
  target: number,
): Progress {
  if (event.kind !== "streak_days") return { value: Math.min(target, value + event.amount), lastDay };
  const day = Math.floor(event.at / DAY_MS);
  if (lastDay !== null && day <= lastDay) return { value, lastDay };
  return { value: lastDay === day - 1 ? Math.min(target, value + 1) : 1, lastDay: day };
}

/** Whole per cent of the target; 100 only if it is reached. */
export function toPercent(value: number, target: number): number {
  return value >= target ? 100 : Math.floor((100 * value) / target);
}

/** Whether a mission accepts enrollments and progress at a time, regardless of its budget. */
export function isOpen(
  mission: { state: "draft" | "active" | "inactive"; starts_at: number | null; ends_at: number | null },
  now: number,
): boolean {
  return mission.state === "active" && isInPeriod(mission, now);
}

/** Whether the budget covers one more reward. */
export function coversReward(mission: {
  budget: number | null;
  spent: number;
  reward_amount: number;
}): boolean {
  return mission.budget === null || mission.spent + mission.reward_amount <= mission.budget;
}
