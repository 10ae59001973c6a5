import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../clock.ts";
import { remembered } from "../remembered.ts";
import { LOCALES, type Locale } from "./locale.ts";

const MOST = LOCALES.length;

const numbers = remembered(MOST, (locale: Locale) => new Intl.NumberFormat(locale));
const dates = remembered(
  MOST,
  (locale: Locale) => new Intl.DateTimeFormat(regionOf(locale), { dateStyle: "long", timeZone: "UTC" }),
);
const times = remembered(
  MOST,
  (locale: Locale) =>
    new Intl.DateTimeFormat(regionOf(locale), { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }),
);
const distances = remembered(
  MOST,
  (locale: Locale) => new Intl.RelativeTimeFormat(locale, { style: "short", numeric: "auto" }),
);

/** Plain `en` would write dates as in the United States. */
function regionOf(locale: Locale): string {
  return locale === "en" ? "en-GB" : locale;
}

export function formatNumber(value: number, locale: Locale): string {
  return numbers(locale).format(value);
}

/** A UTC day in words. @param at Unix milliseconds */
export function formatDay(at: number, locale: Locale): string {
  return dates(locale).format(at);
}

/** A UTC day and time to the minute. @param at Unix milliseconds */
export function formatTime(at: number, locale: Locale): string {
  return `${times(locale).format(at)} UTC`;
}

const UNITS: readonly [number, Intl.RelativeTimeFormatUnit][] = [
  [365 * DAY_MS, "year"],
  [DAY_MS, "day"],
  [HOUR_MS, "hour"],
  [MINUTE_MS, "minute"],
  [SECOND_MS, "second"],
];

/** The distance of a time from `now` in its largest whole unit, as a sentence's part: `vor 3 Min.` */
export function formatDistance(at: number, { now, locale }: { now: number; locale: Locale }): string {
  const distance = Math.abs(at - now);
  const [size, unit] = UNITS.find(([each]) => distance >= each) ?? [SECOND_MS, "second"];
  const count = Math.floor(distance / size);
  return distances(locale).format(at < now ? -count : count, unit);
}
