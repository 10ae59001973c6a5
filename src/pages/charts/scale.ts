/** Marks of an axis: even steps of 1, 2 or 5 times a power of ten, from 0 to at least the largest value. */
export interface Scale {
  max: number;
  /** From 0 to `max`. */
  ticks: readonly number[];
}

const STEPS = [1, 2, 5, 10];
const MOST_TICKS = 5;

/** The axis for values from 0. Values that are not finite are ignored; without any the axis ends at 1. */
export function scaleFor(values: readonly number[]): Scale {
  const greatest = Math.max(0, ...values.filter(Number.isFinite)) || 1;
  const power = 10 ** Math.floor(Math.log10(greatest / (MOST_TICKS - 1)));
  const factor = STEPS.find((each) => each * power * (MOST_TICKS - 1) >= greatest * (1 - 1e-9)) ?? 10;
  // Counts have no marks between whole numbers.
  const step = values.every(Number.isInteger) ? Math.max(1, factor * power) : factor * power;
  const count = Math.ceil((greatest / step) * (1 - 1e-9));
  const ticks = Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
  return { max: ticks.at(-1) ?? 1, ticks };
}

/** A coordinate in markup: at most three decimals. */
export function coordinate(value: number): number {
  return Math.round(value * 1000) / 1000;
}
