import { DAY_MS } from "../../../kit/clock.ts";
import type { Deprecation } from "./schedule.ts";

export const STATUSES = ["announced", "deprecated", "sunset"] as const;
export type DeprecationStatus = (typeof STATUSES)[number];

/** Days before a sunset on which callers and operators are told. */
export const REMINDER_DAYS = [7, 1] as const;

/** Days within which a call counts as "still calls". */
export const CALLING_DAYS = 30;

const PAGE = "/developers/deprecations";

/** The status that the dates give. A day that is named begins it. */
export function statusOf({ deprecatedAt, sunsetAt }: Deprecation, nowMs: number): DeprecationStatus {
  if (nowMs >= sunsetAt) return "sunset";
  return nowMs >= deprecatedAt ? "deprecated" : "announced";
}

/** Days until the sunset, a begun one counted whole; 0 from the sunset on. */
export function daysLeft({ sunsetAt }: Deprecation, nowMs: number): number {
  return Math.max(0, Math.ceil((sunsetAt - nowMs) / DAY_MS));
}

/**
 * The headers of every answer of its endpoints (RFC 9745, RFC 8594, RFC 8288), by name; empty before the deprecation.
 * @param baseUrl our own address, without a slash at its end
 */
export function headersOf(entry: Deprecation, baseUrl: string, nowMs: number): Record<string, string> {
  if (statusOf(entry, nowMs) === "announced") return {};
  const links = [`<${helpOf(entry, baseUrl)}>; rel="deprecation"; type="text/html"`];
  const successor = successorOf(entry, baseUrl);
  if (successor !== null) links.push(`<${successor}>; rel="successor-version"`);
  return {
    Deprecation: `@${Math.floor(entry.deprecatedAt / 1000)}`,
    Sunset: new Date(entry.sunsetAt).toUTCString(),
    Link: links.join(", "),
  };
}

/** Where our page tells of it. */
export function helpOf({ id }: Deprecation, baseUrl: string): string {
  return `${baseUrl}${PAGE}#${id}`;
}

/** The replacement's address, ready for a header; null where there is none. */
function successorOf({ replacement }: Deprecation, baseUrl: string): string | null {
  if (replacement === null) return null;
  const place = replacement.replace(/^[A-Z]+ +(?=\/)/, "");
  // Braces of a path template, spaces and quotes would end the link early.
  return encodeURI(place.startsWith("/") ? `${baseUrl}${place}` : place).replaceAll("%25", "%");
}

/** The end of its reminder that is due now: the fewest days left that it fits; null where none is. */
export function reminderDue({ sunsetAt }: Deprecation, nowMs: number): number | null {
  if (nowMs >= sunsetAt) return null;
  return REMINDER_DAYS.findLast((days) => nowMs >= sunsetAt - days * DAY_MS) ?? null;
}
