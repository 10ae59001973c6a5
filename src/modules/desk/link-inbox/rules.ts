import { HOUR_MS } from "../../../kit/clock.ts";

/** What can happen to a link (contract section 17). */
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

/** Between two checks of one link. */
export const COOLDOWN_MS = 6 * HOUR_MS;

/** The family of an answer; 3xx that lead nowhere are among the others. */
export function familyOf(status: number): Family {
  if (status >= 200 && status < 300) return "2xx";
  if (status >= 400 && status < 500) return "4xx";
  return status >= 500 && status < 600 ? "5xx" : "other";
}

export interface Standing {
  state: "open" | "resolved";
  /** The first of the checks in a row that answered 2xx, in Unix milliseconds. */
  firstOkAt: number | null;
}

/**
 * What a check makes of a link: two answers of 2xx a cooldown apart resolve it, anything else reopens it.
 * @returns how it stands then, and the event that says so, if one does
 */
export function judge(
  standing: Standing,
  family: Family,
  now: number,
): Standing & { event: "link.resolved" | "link.reopened" | null } {
  if (family !== "2xx")
    return {
      state: "open",
      firstOkAt: null,
      event: standing.state === "resolved" ? "link.reopened" : null,
    };
  const firstOkAt = standing.firstOkAt ?? now;
  const isResolved = now - firstOkAt >= COOLDOWN_MS;
  if (standing.state === "open" && isResolved)
    return { state: "resolved", firstOkAt, event: "link.resolved" };
  return { state: standing.state, firstOkAt, event: null };
}

/** The columns of an event in exports, in their usual order. */
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

/** The fields that a comma list names, in its order; the first name that is none. */
export function fieldsOf(list: string | undefined): { fields: readonly Field[] } | { unknown: string } {
  if (list === undefined) return { fields: FIELDS };
  const fields: Field[] = [];
  for (const name of list.split(",").map((each) => each.trim())) {
    const field = FIELDS.find((each) => each === name);
    if (field === undefined) return { unknown: name };
    if (!fields.includes(field)) fields.push(field);
  }
  return { fields };
}
