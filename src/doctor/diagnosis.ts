import type { Facts } from "./facts.ts";

export type Level = "ok" | "warn" | "bad";

/** How one thing stands, and what to do about it. */
export interface Diagnosis {
  level: Level;
  message: string;
  /** Null where nothing is to be done. */
  fix: string | null;
}

export function ok(message: string): Diagnosis {
  return { level: "ok", message, fix: null };
}

export function warn(message: string, fix: string): Diagnosis {
  return { level: "warn", message, fix };
}

export function bad(message: string, fix: string): Diagnosis {
  return { level: "bad", message, fix };
}

/** What would keep a production server from its work is bad there, and something to look at elsewhere. */
export function badInProduction({ config }: Facts, message: string, fix: string): Diagnosis {
  return config.isProduction ? bad(message, fix) : warn(message, fix);
}
