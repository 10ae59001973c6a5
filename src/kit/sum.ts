/** The sum of the numbers; null where nothing was measured. */
export function sum(values: readonly (number | null)[]): number {
  return values.reduce<number>((total, each) => total + (each ?? 0), 0);
}
