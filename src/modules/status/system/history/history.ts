import { DAY_MS, isoUtc } from "../../../../kit/clock.ts";
import type { Day } from "../read.ts";
import {
  addTally,
  formatPercent,
  measuredSeconds,
  noTime,
  type State,
  type Tally,
  type Uptime,
  uptimeOf,
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
  /** Durations of states other than ok, such as 1 min warn. */
  trouble: string;
  /** Share of time for which the state is known, such as 100 %. */
  known: string;
}

/** Summarises a day. */
export function periodOf({ startsAt, elapsedMs, tally }: Day): Period {
  const { seconds, coverage, uptime_pct } = uptimeOf(tally, elapsedMs);
  const day = isoUtc(startsAt).slice(0, 10);
  const trouble = (["bad", "warn", "maintenance"] as const)
    .filter((state) => seconds[state] > 0)
    .map((state) => `${formatDuration(seconds[state])} ${state}`);
  return {
    first: day,
    last: day,
    status: worstState(tally),
    uptime: formatPercent(uptime_pct),
    trouble: trouble.join(", ") || "none",
    known: `${Math.floor(coverage * 1000) / 10} %`,
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
export function sumOf(days: readonly Day[]): { tally: Tally; elapsedMs: number } {
  const tally = noTime();
  for (const day of days) addTally(tally, day.tally);
  return { tally, elapsedMs: days.reduce((sum, day) => sum + day.elapsedMs, 0) };
}

function worstState(tally: Tally): State | "unknown" {
  return (["bad", "warn", "ok", "maintenance"] as const).find((state) => tally[state] > 0) ?? "unknown";
}

/** An uptime for people, with the measured time if that is shorter than the window. */
export function formatUptime(uptime: Uptime): string {
  const percent = formatPercent(uptime.uptime_pct);
  if (uptime.uptime_pct === null || uptime.seconds.unknown === 0) return percent;
  return `${percent} of ${formatDuration(measuredSeconds(uptime))} measured`;
}

/** A duration in its two largest units, such as 1 d 2 h, 3 min or 45 s. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return twoUnits([hours, "h"], [minutes % 60, "min"]);
  return twoUnits([Math.floor(hours / 24), "d"], [hours % 24, "h"]);
}

type Quantity = readonly [value: number, unit: string];

function twoUnits(large: Quantity, small: Quantity): string {
  return small[0] === 0 ? large.join(" ") : `${large.join(" ")} ${small.join(" ")}`;
}

/** Days shown on the status page. */
export const PAGE_DAYS = 90;
export const PAGE_MS = PAGE_DAYS * DAY_MS;
