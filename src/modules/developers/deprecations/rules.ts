import { DAY_MS } from "../../../kit/clock.ts";
import type { Deprecation } from "./schedule.ts";

export const STATUSES = ["announced", "deprecated", "sunset"] as const;
export type DeprecationStatus = (typeof STATUSES)[number];

/** Days before a sunset on which callers and operators are reminded. */
export const REMINDER_DAYS = [7, 1] as const;

/** Days for which a caller counts as still calling. */
export const CALLING_DAYS = 30;

const PAGE = "/developers/deprecations";

/** Status by the dates, each inclusive. */
export function deriveStatus({ deprecatedAt, sunsetAt }: Deprecation, nowMs: number): DeprecationStatus {
  if (nowMs >= sunsetAt) return "sunset";
  return nowMs >= deprecatedAt ? "deprecated" : "announced";
}

/** Days until the sunset, rounded up; 0 from the sunset on. */
export function daysLeft({ sunsetAt }: Deprecation, nowMs: number): number {
  return Math.max(0, Math.ceil((sunsetAt - nowMs) / DAY_MS));
}

/** A number of days in words, such as 1 day. */
export function inDays(days: number): string {
  return `${days} ${days === 1 ? "day" : "days"}`;
}

/**
 * Headers of every response of the endpoints (RFC 9745, RFC 8594, RFC 8288), by name; empty before the deprecation.
 * @param baseUrl base URL without a trailing slash
 */
export function buildHeaders(entry: Deprecation, baseUrl: string, nowMs: number): Record<string, string> {
  if (deriveStatus(entry, nowMs) === "announced") return {};
  const links = [`<${buildHelpUrl(entry, baseUrl)}>; rel="deprecation"; type="text/html"`];
  const successor = successorOf(entry, baseUrl);
  if (successor !== null) links.push(`<${successor}>; rel="successor-version"`);
  return {
    Deprecation: `@${Math.floor(entry.deprecatedAt / 1000)}`,
    Sunset: new Date(entry.sunsetAt).toUTCString(),
    Link: links.join(", "),
  };
}

/** URL of the deprecation on the public page. */
export function buildHelpUrl({ id }: Deprecation, baseUrl: string): string {
  return `${baseUrl}${PAGE}#${id}`;
}

/** URL of the replacement, encoded for a header; null without one. */
function successorOf({ replacement }: Deprecation, baseUrl: string): string | null {
  if (replacement === null) return null;
  const place = replacement.replace(/^[A-Z]+ +(?=\/)/, "");
  // Braces of a path template, spaces and quotes would break the header.
  return encodeURI(place.startsWith("/") ? `${baseUrl}${place}` : place).replaceAll("%25", "%");
}

/** Due reminder as a number of days, the smallest that applies; null if none is due. */
export function reminderDue({ sunsetAt }: Deprecation, nowMs: number): number | null {
  if (nowMs >= sunsetAt) return null;
  return REMINDER_DAYS.findLast((days) => nowMs >= sunsetAt - days * DAY_MS) ?? null;
}
