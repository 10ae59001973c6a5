/** What a check can say; worse comes later. */
export const LEVELS = ["ok", "warn", "bad"] as const;
export type Level = (typeof LEVELS)[number];

/** Every check, in the order of answers and pages. Snapshots store their states in this order: new ones go last. */
export const CHECK_NAMES = [
  "database",
  "jobs",
  "reliability",
  "rpc",
  "transaction_sync",
  "holder_cache",
  "public_stats",
  "mint_authority",
  "webhooks",
  "backup",
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

export function isCheckName(name: string): name is CheckName {
  return (CHECK_NAMES as readonly string[]).includes(name);
}

/** The worst of some levels; ok of none. */
export function worstOf(levels: readonly Level[]): Level {
  return LEVELS.findLast((level) => levels.includes(level)) ?? "ok";
}

/** What a value of which more is worse says against its two limits, both of which count as reached. */
export function levelAbove(value: number, warnFrom: number, badFrom: number): Level {
  return value >= badFrom ? "bad" : value >= warnFrom ? "warn" : "ok";
}

/** What a time is counted as: maintenance and unknown count neither way. */
export type State = Level | "maintenance";

const LETTERS: Record<State | "absent", string> = {
  ok: "o",
  warn: "w",
  bad: "b",
  maintenance: "m",
  absent: "-",
};

/** States of all checks as a snapshot stores them, a letter each. */
export function encodeStates(states: Readonly<Partial<Record<CheckName, State>>>): string {
  return CHECK_NAMES.map((name) => LETTERS[states[name] ?? "absent"]).join("");
}

/** The states that a snapshot stored; checks that its build did not have are missing. */
export function decodeStates(letters: string): Map<CheckName, State> {
  const states = new Map<CheckName, State>();
  for (const [index, name] of CHECK_NAMES.entries()) {
    const state = stateOf(letters.charAt(index));
    if (state !== null) states.set(name, state);
  }
  return states;
}

function stateOf(letter: string): State | null {
  switch (letter) {
    case "o":
      return "ok";
    case "w":
      return "warn";
    case "b":
      return "bad";
    case "m":
      return "maintenance";
    default:
      return null;
  }
}

/** Milliseconds known to have been spent in each state. */
export type Tally = Record<State, number>;

export function noTime(): Tally {
  return { ok: 0, warn: 0, bad: 0, maintenance: 0 };
}

/** Adds the time of one tally to another. */
export function addTally(target: Tally, other: Tally): void {
  target.ok += other.ok;
  target.warn += other.warn;
  target.bad += other.bad;
  target.maintenance += other.maintenance;
}

/** A window's time, and what it comes to (contract section 11). */
export interface Uptime {
  /** Whole seconds; together they are the window. */
  seconds: Tally & { unknown: number };
  /** The share, 0 to 1, of the window of which the state is known; rounded down to 3 decimals. */
  coverage: number;
  /** (warn + bad) / (ok + warn + bad) in per cent, rounded up to 3 decimals; null where none of the three is known. */
  degraded_pct: number | null;
  /** ok / (ok + warn + bad) in per cent, rounded down to 3 decimals; null as above. */
  uptime_pct: number | null;
}

/**
 * Seconds are rounded against us: what was not ok up, what was ok down. Percentages follow from the seconds shown, so
 * that readers can work them out again.
 */
export function uptimeOf(tally: Tally, windowMs: number): Uptime {
  const total = Math.floor(windowMs / 1000);
  let left = total;
  const take = (seconds: number): number => {
    const taken = Math.min(left, seconds);
    left -= taken;
    return taken;
  };
  const bad = take(Math.ceil(tally.bad / 1000));
  const warn = take(Math.ceil(tally.warn / 1000));
  const ok = take(Math.floor(tally.ok / 1000));
  const maintenance = take(Math.floor(tally.maintenance / 1000));
  const judged = ok + warn + bad;
  return {
    seconds: { ok, warn, bad, maintenance, unknown: left },
    coverage: total === 0 ? 0 : Math.floor(((total - left) * 1000) / total) / 1000,
    degraded_pct: judged === 0 ? null : Math.ceil(((warn + bad) * 100_000) / judged) / 1000,
    uptime_pct: judged === 0 ? null : Math.floor((ok * 100_000) / judged) / 1000,
  };
}

/** A percentage for people, cut to two decimals: what is not quite 100 never reads as 100. */
export function percentWords(percent: number | null): string {
  return percent === null ? "not measured" : `${(Math.floor(percent * 100) / 100).toFixed(2)} %`;
}
