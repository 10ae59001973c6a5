import { HOUR_MS, isoUtc } from "../../../kit/clock.ts";

export const RANGE_NAMES = ["24h", "7d", "30d", "90d"] as const;
export type RangeName = (typeof RANGE_NAMES)[number];

/** A range of the overview's charts: its length, and the hours of each point. */
interface Range {
  hours: number;
  step: number;
  words: string;
}

export const RANGES: Readonly<Record<RangeName, Range>> = {
  "24h": { hours: 24, step: 1, words: "24 hours" },
  "7d": { hours: 7 * 24, step: 6, words: "7 days" },
  "30d": { hours: 30 * 24, step: 24, words: "30 days" },
  "90d": { hours: 90 * 24, step: 72, words: "90 days" },
};

/** A range up to now and the range before it, as clock hours since 1970. The last point is not over yet. */
export interface Span {
  range: Range;
  /** First hour of the range before. */
  before: number;
  first: number;
  /** The hour after the last. */
  end: number;
}

const DAY_HOURS = 24;

/** Points begin at whole multiples of their hours, and at the latest at midnight UTC. */
export function resolveSpan(name: RangeName, now: number): Span {
  const range = RANGES[name];
  const unit = Math.min(range.step, DAY_HOURS);
  const end = (Math.floor(now / HOUR_MS / unit) + 1) * unit;
  return { range, before: end - 2 * range.hours, first: end - range.hours, end };
}

/** Start of each point of the range, in Unix milliseconds. */
export function enumerateStarts({ range, first }: Span): number[] {
  return Array.from(
    { length: range.hours / range.step },
    (_, index) => (first + index * range.step) * HOUR_MS,
  );
}

/** A point's start, as a chart names it. */
export function labelStart(startsAt: number, { range }: Span): string {
  const iso = isoUtc(startsAt);
  return range.step < DAY_HOURS ? iso.slice(5, 16).replace("T", " ") : iso.slice(0, 10);
}

/** The values of a range's points, and of the range before. */
export interface Values<Value> {
  now: readonly Value[];
  before: readonly Value[];
}

/** Halves of a list over both ranges, oldest first. */
export function halved<Value>(values: readonly Value[]): Values<Value> {
  const half = values.length / 2;
  return { now: values.slice(half), before: values.slice(0, half) };
}

/** Null for points that began before the oldest kept records. */
export function keptValues(
  { now, before }: Values<number>,
  span: Span,
  keptSince: number,
): Values<number | null> {
  const kept = (values: readonly number[], first: number) =>
    values.map((value, index) => ((first + index * span.range.step) * HOUR_MS < keptSince ? null : value));
  return { now: kept(now, span.first), before: kept(before, span.before) };
}

/** Sums of hourly counts by point, over both ranges. */
export function summedByPoint(
  { range, before }: Span,
  hours: Iterable<readonly [hour: number, count: number]>,
): Values<number> {
  const sums = Array.from({ length: (2 * range.hours) / range.step }, () => 0);
  for (const [hour, count] of hours) {
    const point = Math.floor((hour - before) / range.step);
    if (point in sums) sums[point] = (sums[point] ?? 0) + count;
  }
  return halved(sums);
}
