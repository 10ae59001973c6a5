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
