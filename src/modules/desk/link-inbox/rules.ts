import { HOUR_MS } from "../../../kit/clock.ts";

/** Link events (contract section 17). */
export const EVENTS = [
  "link.received",
  "link.checked",
  "link.skipped",
  "link.resolved",
  "link.reopened",
] as const;
export type LinkEvent = (typeof EVENTS)[number];

export const FAMILIES = ["2xx", "4xx", "5xx", "timeout", "other"] as const;
export type Family = (typeof FAMILIES)[number];

export const SKIP_REASONS = ["no_url", "cooldown", "other"] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** Minimum time between two checks of one link. */
export const COOLDOWN_MS = 6 * HOUR_MS;

/** The family of an HTTP status; 1xx and 3xx are `other`. */
export function classifyStatus(status: number): Family {
  if (status >= 200 && status < 300) return "2xx";
  if (status >= 400 && status < 500) return "4xx";
  return status >= 500 && status < 600 ? "5xx" : "other";
}

export interface LinkState {
  state: "open" | "resolved";
  /** Time of the first check in the current run of 2xx answers, Unix milliseconds. */
  firstOkAt: number | null;
}

/**
 * Applies a check to a link: two 2xx answers at least a cooldown apart resolve it, any other answer reopens it.
 * @returns the new state, and the event if it changed
 */
export function nextState(
  before: LinkState,
  family: Family,
  now: number,
): LinkState & { event: "link.resolved" | "link.reopened" | null } {
  if (family !== "2xx")
    return {
      state: "open",
      firstOkAt: null,
      event: before.state === "resolved" ? "link.reopened" : null,
    };
  const firstOkAt = before.firstOkAt ?? now;
  const isResolved = now - firstOkAt >= COOLDOWN_MS;
  if (before.state === "open" && isResolved) return { state: "resolved", firstOkAt, event: "link.resolved" };
  return { state: before.state, firstOkAt, event: null };
}

/** Columns of an exported event, in default order. */
export const FIELDS = [
  "id",
  "at",
  "event",
  "issue_id",
  "url",
  "status_code",
  "status_code_family",
  "skip_reason",
  "duration_ms",
  "final_url",
] as const;
export type Field = (typeof FIELDS)[number];

/** Parses a comma-separated list of fields, keeping its order; returns the first unknown name instead, if any. */
export function parseFields(list: string | undefined): { fields: readonly Field[] } | { unknown: string } {
  if (list === undefined) return { fields: FIELDS };
  const fields: Field[] = [];
  for (const name of list.split(",").map((each) => each.trim())) {
    const field = FIELDS.find((each) => each === name);
    if (field === undefined) return { unknown: name };
    if (!fields.includes(field)) fields.push(field);
  }
  return { fields };
}
