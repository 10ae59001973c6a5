import { DAY_MS, HOUR_MS, isoUtc, utcDay } from "../../../kit/clock.ts";
import { sum } from "../../../kit/figures.ts";
import { computeMedian, detectSpikes, type HourlyRefusals } from "../../access/refusals/index.ts";
import type { VERDICTS } from "./model.ts";

/** Share of suppressed refusals in a window, and whether the rest needs attention. */
export interface WindowNoise {
  days: number;
  total: number;
  suppressed: number;
  unsuppressed: number;
  noise_rate_pct: number | null;
  per_day_median: number;
  spikes: number;
  verdict: (typeof VERDICTS)[number];
}

export interface DayNoise {
  /** The UTC day. */
  day: string;
  total: number;
  suppressed: number;
  unsuppressed: number;
  noise_rate_pct: number | null;
}

const DAY_HOURS = 24;
/** A window is noisy above this many unsuppressed refusals per day. */
const NOISY_PER_DAY = 200;

/** The UTC days of a window that ends with today. */
interface Window {
  days: number;
  fromHour: number;
  lastHour: number;
  /** Hours in the window since the installation. */
  knownHours: number;
}

export function buildWindow({ firstHour }: HourlyRefusals, days: number, now: number): Window {
  const fromHour = (Math.floor(now / DAY_MS) - days + 1) * DAY_HOURS;
  const lastHour = Math.floor(now / HOUR_MS);
  return { days, fromHour, lastHour, knownHours: lastHour - Math.max(fromHour, firstHour) + 1 };
}

/** The window as `windows_meta` shows it. */
export function metaOfWindow({ days, fromHour, knownHours }: Window, now: number) {
  return { days, from: isoUtc(fromHour * HOUR_MS), to: isoUtc(now), hours_with_data: knownHours };
}

export function measureNoise(hourly: HourlyRefusals, days: number, now: number): WindowNoise {
  const window = buildWindow(hourly, days, now);
  const points = groupByDay(hourly, window);
  const total = sum(points.map((point) => point.total));
  const suppressed = sum(points.map((point) => point.suppressed));
  const unsuppressed = total - suppressed;
  const spikes = detectSpikes({
    countAt: hourly.unsuppressed,
    lastHour: window.lastHour,
    hours: window.lastHour - window.fromHour + 1,
    mode: "rolling_24h",
    consecutive: 1,
  }).length;
  return {
    days,
    total,
    suppressed,
    unsuppressed,
    noise_rate_pct: rateOf(total, suppressed),
    per_day_median: computeMedian(points.map((point) => point.total)),
    spikes,
    verdict: verdictOf(window, points.length, { unsuppressed, spikes }),
  };
}

/** Days in the window since the installation, newest first. */
export function groupByDay(
  { all, unsuppressed }: HourlyRefusals,
  { fromHour, lastHour }: Window,
): DayNoise[] {
  const days: DayNoise[] = [];
  for (let start = fromHour; start <= lastHour; start += DAY_HOURS) {
    const hours = Array.from({ length: DAY_HOURS }, (_, index) => start + index);
    if (hours.every((hour) => all(hour) === null)) continue;
    const total = sum(hours.map((hour) => all(hour)));
    const left = sum(hours.map((hour) => unsuppressed(hour)));
    days.push({
      day: utcDay(start * HOUR_MS),
      total,
      suppressed: total - left,
      unsuppressed: left,
      noise_rate_pct: rateOf(total, total - left),
    });
  }
  return days.reverse();
}

function verdictOf(
  { days, knownHours }: Window,
  knownDays: number,
  { unsuppressed, spikes }: { unsuppressed: number; spikes: number },
): WindowNoise["verdict"] {
  if (knownHours < (days * DAY_HOURS) / 2) return "too_little_data";
  return spikes > 0 || unsuppressed > NOISY_PER_DAY * knownDays ? "noisy" : "quiet";
}

function rateOf(total: number, suppressed: number): number | null {
  return total === 0 ? null : Math.round((suppressed / total) * 10_000) / 100;
}
