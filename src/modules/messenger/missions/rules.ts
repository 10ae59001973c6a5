import { DAY_MS } from "../../../kit/clock.ts";
import { isInPeriod } from "../period.ts";

/** What a mission may count. */
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

/** Kinds that players' apps may report; all others count in the server alone. */
const REPORTABLE: ReadonlySet<string> = new Set(["open_app", "share_link", "visit"] satisfies MissionKind[]);

/** Answers to reported progress, in the order in which they are looked for; only the last two count. */
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

/** More counted events than this within a second are faster than any person. */
const POSSIBLE_PER_SECOND = 10;

export interface ReportFacts {
  isEnrolled: boolean;
  isReportable: boolean;
  /** Whether this event counted before. */
  isReplay: boolean;
  /** Whether the player's share or the budget is used up, or the mission takes no progress now. */
  isCapReached: boolean;
  cooldownMs: number;
  perHour: number | null;
  /** Milliseconds since the last event that counted; null where none did. */
  sinceLastMs: number | null;
  countedLastHour: number;
  countedLastSecond: number;
  /** Whether limits are recorded and not enforced. */
  shadow: boolean;
}

/** What is answered, and the limit that would have applied where limits are only recorded. */
export interface Ruling {
  decision: Decision;
  shadowed: "cooldown" | "velocity" | null;
}

/** Decides reported progress (contract section 16, in its order). */
export function decideReport(facts: ReportFacts): Ruling {
  if (!facts.isEnrolled) return { decision: "not_enrolled", shadowed: null };
  if (!facts.isReportable) return { decision: "not_reportable", shadowed: null };
  if (facts.isReplay) return { decision: "replay", shadowed: null };
  if (facts.isCapReached) return { decision: "cap_reached", shadowed: null };
  const limit = limitReached(facts);
  if (limit !== null && !facts.shadow) return { decision: limit, shadowed: null };
  const isTooFast = facts.countedLastSecond >= POSSIBLE_PER_SECOND;
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
 * Progress after an event, at most the target. A streak counts consecutive UTC days: a second event of a day changes
 * nothing, a day left out starts over.
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

/** Whole per cent of the target, 100 only once it is reached. */
export function percentOf(value: number, target: number): number {
  return value >= target ? 100 : Math.floor((100 * value) / target);
}

/** Whether a mission takes enrolments and progress at a time, its budget aside. */
export function isOpen(
  mission: { state: "draft" | "active" | "inactive"; starts_at: number | null; ends_at: number | null },
  now: number,
): boolean {
  return mission.state === "active" && isInPeriod(mission, now);
}

/** Whether the budget still pays one more reward. */
export function coversReward(mission: {
  budget: number | null;
  spent: number;
  reward_amount: number;
}): boolean {
  return mission.budget === null || mission.spent + mission.reward_amount <= mission.budget;
}
