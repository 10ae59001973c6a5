/** Results of a check, from best to worst. */
export const LEVELS = ["ok", "warn", "bad"] as const;
export type Level = (typeof LEVELS)[number];

/** The worst of the levels; ok without any. */
export function pickWorst(levels: readonly Level[]): Level {
  return LEVELS.findLast((level) => levels.includes(level)) ?? "ok";
}

/** The level of a value that is worse the higher it is; a value equal to a limit has reached it. */
export function levelAbove(value: number, warnFrom: number, badFrom: number): Level {
  return value >= badFrom ? "bad" : value >= warnFrom ? "warn" : "ok";
}
