/** delta in per cent of base, rounded to 2 decimals; null if base is 0. */
export function changePct(delta: number, base: number): number | null {
  if (base === 0) return null;
  const hundredths = Math.round((Math.abs(delta) * 10_000) / base);
  return hundredths === 0 ? 0 : (Math.sign(delta) * hundredths) / 100;
}
