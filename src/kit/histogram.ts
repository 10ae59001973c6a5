/**
 * A mergeable latency histogram with 8 buckets per doubling of microseconds: a percentile read from it is at most 9.1
 * % above the true one, to the microsecond, after any merges. (Percentiles themselves must never be averaged.)
 */
export type Histogram = Map<number, number>;

const PER_DOUBLING = 8;
const MAX_BUCKET = 40 * PER_DOUBLING;

/** Seconds at the upper edge of a whole doubling: 2^10 µs are 0.001024 s. */
export function doublingSeconds(doubling: number): number {
  return 2 ** doubling / 1_000_000;
}

/** Index of the smallest of these whole doublings that a bucket is at or below; their number if it is above all. */
export function indexAmong(doublings: readonly number[], bucket: number): number {
  let index = 0;
  while (index < doublings.length && bucket > (doublings[index] ?? 0) * PER_DOUBLING) index++;
  return index;
}

/** Number of samples at or below that edge. */
export function countUpTo(histogram: Histogram, doubling: number): number {
  let count = 0;
  for (const [bucket, bucketCount] of histogram) if (bucket <= doubling * PER_DOUBLING) count += bucketCount;
  return count;
}

/** The bucket of a duration, which several histograms may count. */
export function toBucket(durationMs: number): number {
  const micros = Math.max(1, durationMs * 1000);
  return Math.min(MAX_BUCKET, Math.ceil(Math.log2(micros) * PER_DOUBLING));
}

export function countInBucket(histogram: Histogram, bucket: number): void {
  histogram.set(bucket, (histogram.get(bucket) ?? 0) + 1);
}

export function mergeInto(target: Histogram, other: Histogram): void {
  for (const [bucket, count] of other) target.set(bucket, (target.get(bucket) ?? 0) + count);
}

export function sampleCount(histogram: Histogram): number {
  let count = 0;
  for (const bucketCount of histogram.values()) count += bucketCount;
  return count;
}

/** The upper edge, in milliseconds with 3 decimals, of the bucket that holds this percentile; null without samples. */
export function percentileMs(histogram: Histogram, percentile: number): number | null {
  const total = sampleCount(histogram);
  if (total === 0) return null;
  let left = Math.ceil((percentile / 100) * total);
  for (const bucket of [...histogram.keys()].sort((a, b) => a - b)) {
    left -= histogram.get(bucket) ?? 0;
    if (left <= 0) return Math.round(2 ** (bucket / PER_DOUBLING)) / 1000;
  }
  return null;
}

/** Compact text for storage: `bucket:count` pairs, in order. */
export function encodeHistogram(histogram: Histogram): string {
  return [...histogram].map(([bucket, count]) => `${bucket}:${count}`).join(" ");
}

const SPACE = 32;
const COLON = 58;
const ZERO = 48;

/** Adds a stored histogram. Reads digit by digit: splitting the text into pairs took four times as long. */
export function mergeEncoded(target: Histogram, text: string): void {
  let bucket = 0;
  let number = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = at === text.length ? SPACE : text.charCodeAt(at);
    if (code === COLON) {
      bucket = number;
      number = 0;
    } else if (code === SPACE) {
      if (number > 0) target.set(bucket, (target.get(bucket) ?? 0) + number);
      number = 0;
    } else {
      number = number * 10 + code - ZERO;
    }
  }
}
