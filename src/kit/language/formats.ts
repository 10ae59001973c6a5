import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../clock.ts";
import { remembered } from "../remembered.ts";
import { LOCALES, type Locale } from "./locale.ts";

const MOST = LOCALES.length;

const numbers = remembered(MOST, (locale: Locale) => new Intl.NumberFormat(locale));
const times = remembered(
  MOST,
  (locale: Locale) =>
    new Intl.DateTimeFormat(regionOf(locale), { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }),
);
const days = remembered(
  MOST,
  (locale: Locale) => new Intl.DateTimeFormat(regionOf(locale), { dateStyle: "medium", timeZone: "UTC" }),
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

/** A UTC day and time to the minute. @param at Unix milliseconds */
export function formatTime(at: number, locale: Locale): string {
  return `${times(locale).format(at)} UTC`;
}

/** A UTC day: `21 Nov 2026` in English. @param at Unix milliseconds */
export function formatDay(at: number, locale: Locale): string {
  return days(locale).format(at);
}

const amounts = remembered(
  MOST,
  (locale: Locale) =>
    new Intl.NumberFormat(locale, {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      roundingMode: "trunc",
    }),
);

/** A percentage with two decimals, truncated, so that nothing below 100 reads as 100. */
export function formatPercentage(percent: number, locale: Locale): string {
  return `${amounts(locale).format(percent)} %`;
}

const shares = remembered(
  MOST,
  (locale: Locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);

/** A part of a whole, 0 to 1, as a percentage with two decimals, rounded. */
export function formatShare(share: number, locale: Locale): string {
  return `${shares(locale).format(share * 100)} %`;
}

const spanUnits = remembered(MOST * 4, (key: string) => {
  const [locale, unit] = key.split(" ");
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short" });
});

/** A duration in its two largest units: `1 d 2 h` in English, `1 Tg. 2 Std.` in German. */
export function formatDuration(seconds: number, locale: Locale): string {
  const units: readonly (readonly [size: number, unit: string, short: string])[] = [
    [86_400, "day", "d"],
    [3_600, "hour", "h"],
    [60, "minute", "min"],
    [1, "second", "s"],
  ];
  const first = Math.max(
    0,
    units.findIndex(([size]) => seconds >= size),
  );
  const largest = seconds < 1 ? units.length - 1 : first;
  let left = Math.floor(seconds);
  // Seconds only below a minute, minutes only below a day.
  const told = units.slice(largest, largest >= 2 ? largest + 1 : largest + 2);
  return told
    .map(([size, unit, short]) => {
      const count = Math.floor(left / size);
      left -= count * size;
      const text = locale === "en" ? `${count} ${short}` : spanUnits(`${locale} ${unit}`).format(count);
      return { count, text };
    })
    .filter(({ count }, index) => index === 0 || count > 0)
    .map(({ text }) => text)
    .join(" ");
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
