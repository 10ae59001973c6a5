import { DAY_MS, isoUtc } from "../../../../kit/clock.ts";
import type { Day } from "../read.ts";
import { addTally, noTime, percentWords, type State, type Tally, uptimeOf } from "../rules.ts";

/** What a day, or days in a row that are alike, comes to. */
export interface Period {
  /** UTC days, such as 2026-11-21; the same twice for one. */
  first: string;
  last: string;
  /** The worst that was found. */
  status: State | "unknown";
  /** In words: 99.93 %. */
  uptime: string;
  /** How long it was not ok: 1 min warn. */
  trouble: string;
  /** The share of the time of which the state is known: 100 %. */
  known: string;
}

/** A day in words. */
export function periodOf({ startsAt, elapsedMs, tally }: Day): Period {
  const { seconds, coverage, uptime_pct } = uptimeOf(tally, elapsedMs);
  const day = isoUtc(startsAt).slice(0, 10);
  const trouble = (["bad", "warn", "maintenance"] as const)
    .filter((state) => seconds[state] > 0)
    .map((state) => `${durationWords(seconds[state])} ${state}`);
  return {
    first: day,
    last: day,
    status: worstState(tally),
    uptime: percentWords(uptime_pct),
    trouble: trouble.join(", ") || "none",
    known: `${Math.floor(coverage * 1000) / 10} %`,
  };
}

/** Days in a row that read alike as one period, newest first. */
export function mergeAlike(periods: readonly Period[]): Period[] {
  const merged: Period[] = [];
  for (const period of periods) {
    const before = merged.at(-1);
    if (before !== undefined && isAlike(before, period))
      merged[merged.length - 1] = { ...before, last: period.last };
    else merged.push(period);
  }
  return merged.toReversed();
}

function isAlike(a: Period, b: Period): boolean {
  return a.status === b.status && a.uptime === b.uptime && a.trouble === b.trouble && a.known === b.known;
}

/** The time of all days together. */
export function sumOf(days: readonly Day[]): { tally: Tally; elapsedMs: number } {
  const tally = noTime();
  for (const day of days) addTally(tally, day.tally);
  return { tally, elapsedMs: days.reduce((sum, day) => sum + day.elapsedMs, 0) };
}

function worstState(tally: Tally): State | "unknown" {
  return (["bad", "warn", "ok", "maintenance"] as const).find((state) => tally[state] > 0) ?? "unknown";
}

/** Whole seconds in their two largest units: 1 d 2 h, 3 min, 45 s. */
export function durationWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return joined(hours, "h", minutes % 60, "min");
  return joined(Math.floor(hours / 24), "d", hours % 24, "h");
}

function joined(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

/** Days that the page looks back. */
export const PAGE_DAYS = 90;
export const PAGE_MS = PAGE_DAYS * DAY_MS;
