/** A UTC month as in 2026-11. Texts of months sort as their times do. */
export const MONTH_PATTERN = "^20[0-9]{2}-(0[1-9]|1[0-2])$";

/** The month of a time. */
export function toMonth(ms: number): string {
  return new Date(ms).toISOString().slice(0, 7);
}

/** The month a number of months later, or earlier if negative. */
export function addMonths(month: string, count: number): string {
  const start = new Date(startOfMonth(month));
  return toMonth(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + count));
}

/** Unix milliseconds of a month's first moment. */
export function startOfMonth(month: string): number {
  return Date.parse(`${month}-01T00:00:00Z`);
}

/** Unix milliseconds of the first moment after a month. */
export function endOfMonth(month: string): number {
  return startOfMonth(addMonths(month, 1));
}
