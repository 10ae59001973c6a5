const formats = new Map<number, Intl.NumberFormat>();

/** A number with thousands separators and at most this many decimals. Formats are made on first use: a start needs none. */
export function formatFigure(value: number | bigint, decimals = 0): string {
  let format = formats.get(decimals);
  if (format === undefined) {
    format = new Intl.NumberFormat("en", { maximumFractionDigits: decimals });
    formats.set(decimals, format);
  }
  return format.format(value);
}

/** The sum of the numbers; null counts for nothing. */
export function sum(values: readonly (number | null)[]): number {
  return values.reduce<number>((total, each) => total + (each ?? 0), 0);
}
