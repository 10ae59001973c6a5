import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  countInBucket,
  countUpTo,
  doublingSeconds,
  encodeHistogram,
  type Histogram,
  mergeEncoded,
  mergeInto,
  percentileMs,
  sampleCount,
  toBucket,
} from "../../src/kit/histogram.ts";

const durations = fc.array(fc.double({ min: 0.001, max: 60_000, noNaN: true }), {
  minLength: 1,
  maxLength: 200,
});
const percentiles = fc.constantFrom(1, 50, 90, 95, 99, 100);

function histogramOf(values: number[]): Histogram {
  const histogram: Histogram = new Map();
  for (const value of values) countInBucket(histogram, toBucket(value));
  return histogram;
}

/** The nearest-rank percentile of the samples themselves. */
function truePercentile(values: number[], percentile: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil((percentile / 100) * values.length) - 1] ?? 0;
}

const HALF_MICROSECOND = 0.0005;

test("a percentile is the true one, at most a bucket (2^(1/8), 9.1 %) above it, to the microsecond", () => {
  fc.assert(
    fc.property(durations, percentiles, (values, percentile) => {
      const exact = truePercentile(values, percentile);
      const read = percentileMs(histogramOf(values), percentile) ?? -1;
      expect(read).toBeGreaterThanOrEqual(exact - HALF_MICROSECOND - 1e-9 * exact);
      expect(read).toBeLessThanOrEqual(exact * 2 ** (1 / 8) + HALF_MICROSECOND + 1e-9 * exact);
    }),
  );
});

test("merging is the same as having recorded everything in one, in whatever order, stored or not", () => {
  fc.assert(
    fc.property(fc.array(durations, { minLength: 1, maxLength: 5 }), (parts) => {
      const whole = histogramOf(parts.flat());
      const [merged, stored]: Histogram[] = [new Map(), new Map()];
      for (const part of parts) mergeInto(merged as Histogram, histogramOf(part));
      for (const part of parts.reverse())
        mergeEncoded(stored as Histogram, encodeHistogram(histogramOf(part)));
      for (const each of [merged, stored] as Histogram[]) {
        expect(new Map([...each].sort())).toEqual(new Map([...whole].sort()));
        expect(sampleCount(each)).toBe(parts.flat().length);
        for (const percentile of [50, 95, 99]) {
          expect(percentileMs(each, percentile)).toBe(percentileMs(whole, percentile));
        }
      }
    }),
  );
});

test("percentiles rise with their rank", () => {
  fc.assert(
    fc.property(durations, (values) => {
      const histogram = histogramOf(values);
      const read = [1, 50, 95, 99, 100].map((percentile) => percentileMs(histogram, percentile) ?? 0);
      expect(read).toEqual([...read].sort((a, b) => a - b));
    }),
  );
});

test("countUpTo counts the samples at or under an edge, and all of them under the last", () => {
  fc.assert(
    fc.property(durations, fc.integer({ min: 0, max: 40 }), (values, doubling) => {
      const edgeMs = doublingSeconds(doubling) * 1000;
      const counted = countUpTo(histogramOf(values), doubling);
      const near = (value: number) => Math.abs(value - edgeMs) <= 1e-9 * edgeMs;
      expect(counted).toBeGreaterThanOrEqual(values.filter((value) => value < edgeMs && !near(value)).length);
      expect(counted).toBeLessThanOrEqual(values.filter((value) => value <= edgeMs || near(value)).length);
    }),
  );
});

describe("edges", () => {
  test("no samples have no percentile; nothing stored adds nothing", () => {
    expect(percentileMs(new Map(), 99)).toBeNull();
    const histogram = histogramOf([1]);
    mergeEncoded(histogram, "");
    expect(sampleCount(histogram)).toBe(1);
  });

  test("what is faster than a microsecond or slower than 12 days is counted in the last bucket that there is", () => {
    const histogram = histogramOf([0, -1, 1e-9, 1e12, Number.MAX_VALUE]);
    expect(sampleCount(histogram)).toBe(5);
    expect(percentileMs(histogram, 1)).toBe(0.001);
    expect(percentileMs(histogram, 100)).toBe(2 ** 40 / 1000);
  });
});
