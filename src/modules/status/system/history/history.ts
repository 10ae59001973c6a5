import { DAY_MS, isoUtc } from "../../../../kit/clock.ts";
import { formatDuration, formatNumber, formatPercentage } from "../../../../kit/language/formats.ts";
import type { Locale } from "../../../../kit/language/locale.ts";
import { stateWord } from "../../../../pages/index.ts";
import type { StatusWords } from "../../words/index.ts";
import type { Day } from "../read.ts";
import {
  addTally,
  computeUptime,
  measuredSeconds,
  noTime,
  type State,
  type Tally,
  type Uptime,
} from "../rules.ts";

/** Summary of a day, or of consecutive equal days. */
export interface Period {
  /** First and last UTC day, such as 2026-11-21; equal for a single day. */
  first: string;
  last: string;
  /** The worst state. */
  status: State | "unknown";
  /** Such as 99.93 %. */
  uptime: string;
  /** Durations of states other than ok, such as 1 min warn; empty for none. */
  trouble: string;
  /** Share of time for which the state is known, such as 100 %. */
  known: string;
}

/** Summarises a day. */
export function summarizeDay({ startsAt, elapsedMs, tally }: Day, words: StatusWords): Period {
  const { locale } = words;
  const { seconds, coverage, uptime_pct } = computeUptime(tally, elapsedMs);
  const day = isoUtc(startsAt).slice(0, 10);
  const trouble = (["bad", "warn", "maintenance"] as const)
    .filter((state) => seconds[state] > 0)
    .map((state) => `${formatDuration(seconds[state], locale)} ${stateWord(state, locale)}`);
  return {
    first: day,
    last: day,
    status: worstState(tally),
    uptime: percentOf(uptime_pct, locale),
    trouble: trouble.join(", "),
    known: `${formatNumber(Math.floor(coverage * 1000) / 10, locale)} %`,
  };
}

/** Merges consecutive equal days; newest first. */
export function mergeEqual(periods: readonly Period[]): Period[] {
  const merged: Period[] = [];
  for (const period of periods) {
    const before = merged.at(-1);
    if (before !== undefined && isEqual(before, period))
      merged[merged.length - 1] = { ...before, last: period.last };
    else merged.push(period);
  }
  return merged.toReversed();
}

function isEqual(a: Period, b: Period): boolean {
  return a.status === b.status && a.uptime === b.uptime && a.trouble === b.trouble && a.known === b.known;
}

/** Sum of all days. */
export function totalDays(days: readonly Day[]): { tally: Tally; elapsedMs: number } {
  const tally = noTime();
  for (const day of days) addTally(tally, day.tally);
  return { tally, elapsedMs: days.reduce((sum, day) => sum + day.elapsedMs, 0) };
}

function worstState(tally: Tally): State | "unknown" {
  return (["bad", "warn", "ok", "maintenance"] as const).find((state) => tally[state] > 0) ?? "unknown";
}

/** An uptime for people, with the measured time if that is shorter than the window. */
export function formatUptime(uptime: Uptime, words: StatusWords): string {
  const percent = percentOf(uptime.uptime_pct, words.locale);
  if (uptime.uptime_pct === null || uptime.seconds.unknown === 0) return percent;
  const duration = formatDuration(measuredSeconds(uptime), words.locale);
  return words.say("uptime_measured", { percent, duration });
}

function percentOf(percent: number | null, locale: Locale): string {
  return percent === null ? stateWord("unknown", locale) : formatPercentage(percent, locale);
}

/** Days shown on the status page. */
export const PAGE_DAYS = 90;
export const PAGE_MS = PAGE_DAYS * DAY_MS;
