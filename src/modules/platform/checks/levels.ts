/** What a check can say; worse comes later. */
export const LEVELS = ["ok", "warn", "bad"] as const;
export type Level = (typeof LEVELS)[number];

/** The worst of some levels; ok of none. */
export function worstOf(levels: readonly Level[]): Level {
  return LEVELS.findLast((level) => levels.includes(level)) ?? "ok";
}

/** The level of a value that is worse the higher it is; both limits count as reached. */
export function levelAbove(value: number, warnFrom: number, badFrom: number): Level {
  return value >= badFrom ? "bad" : value >= warnFrom ? "warn" : "ok";
}
