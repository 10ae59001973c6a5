/** Two-sided quantiles of the standard normal distribution: 95 % and 99.99 %. */
export const Z_95 = 1.96;
export const Z_9999 = 3.8906;

const MIN_EXPECTED = 5;

/** Whether each outcome is expected at least 5 times, so that the tests' approximations hold. */
export function areExpectedOften(probabilities: readonly number[], rounds: number): boolean {
  return probabilities.every((probability) => probability * rounds >= MIN_EXPECTED);
}

export interface Fit {
  chi2: number;
  /** Probability of a fit at least as bad, given these probabilities. */
  p: number;
}

/**
 * Pearson's chi-squared test of observed counts against probabilities. Null without observations, with a single cell, or
 * if a cell's expected count is below 5.
 */
export function chiSquared(observed: readonly number[], probabilities: readonly number[]): Fit | null {
  const total = observed.reduce((sum, count) => sum + count, 0);
  if (total === 0 || probabilities.length < 2 || !areExpectedOften(probabilities, total)) return null;
  let chi2 = 0;
  for (const [index, count] of observed.entries()) {
    const expectedCount = (probabilities[index] ?? 0) * total;
    chi2 += (count - expectedCount) ** 2 / expectedCount;
  }
  return { chi2, p: upperGamma((probabilities.length - 1) / 2, chi2 / 2) };
}

/** The regularized upper incomplete gamma function Q(a, x): a series for x < a + 1, otherwise a continued fraction. */
export function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1;
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a));
  return x < a + 1 ? 1 - scale * series(a, x) : scale * continuedFraction(a, x);
}

const MAX_ITERATIONS = 10_000;
const TINY = 1e-300;
const PRECISION = 1e-15;

function series(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; n < MAX_ITERATIONS && term > sum * PRECISION; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

/** Lentz's method. */
function continuedFraction(a: number, x: number): number {
  let b = x + 1 - a;
  let c = 1 / TINY;
  let d = 1 / b;
  let value = d;
  for (let n = 1; n < MAX_ITERATIONS; n++) {
    const factor = -n * (n - a);
    b += 2;
    d = 1 / nonZero(factor * d + b);
    c = nonZero(b + factor / c);
    value *= d * c;
    if (Math.abs(d * c - 1) < PRECISION) break;
  }
  return value;
}

function nonZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}

/** Coefficients of the Lanczos approximation (g = 7), accurate to 15 digits. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

function logGamma(value: number): number {
  if (value < 0.5) return Math.log(Math.PI / Math.abs(Math.sin(Math.PI * value))) - logGamma(1 - value);
  const shifted = value - 1;
  const base = shifted + 7.5;
  const sum = LANCZOS.reduce((total, factor, index) =>
    index === 0 ? factor : total + factor / (shifted + index),
  );
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(base) - base + Math.log(sum);
}

export interface Moments {
  mean: number;
  /** Standard deviation. */
  sigma: number;
}

export interface Outcome {
  probability: number;
  /** Salutes. */
  value: number;
}

/** Mean and standard deviation of a discrete distribution. */
export function moments(outcomes: readonly Outcome[]): Moments {
  const mean = outcomes.reduce((sum, { probability, value }) => sum + probability * value, 0);
  const variance = outcomes.reduce(
    (sum, { probability, value }) => sum + probability * (value - mean) ** 2,
    0,
  );
  return { mean, sigma: Math.sqrt(variance) };
}

export interface Interval {
  expected: number;
  low: number;
  high: number;
}

/** Interval of the sum over `rounds` independent rounds: n·mean ± z·σ·√n. */
export function computeInterval({ mean, sigma }: Moments, rounds: number, z: number): Interval {
  const expected = rounds * mean;
  const margin = z * sigma * Math.sqrt(rounds);
  return { expected, low: expected - margin, high: expected + margin };
}

/** -ln of the probability beyond each end of a 99.99 % interval. */
const LOG_TAIL = -Math.log(0.00005);

/**
 * The 99.99 % interval by Bernstein's inequality, which holds for any number of rounds: where an outcome is too rare for
 * the normal distribution, it has room for a single jackpot.
 */
export function computeWideInterval(outcomes: readonly Outcome[], rounds: number): Interval {
  const { mean, sigma } = moments(outcomes);
  const farthest = Math.max(...outcomes.map(({ value }) => Math.abs(value - mean)));
  const reach = (LOG_TAIL * farthest) / 3;
  const margin = reach + Math.sqrt(reach ** 2 + 2 * LOG_TAIL * rounds * sigma ** 2);
  const expected = rounds * mean;
  return { expected, low: expected - margin, high: expected + margin };
}
