import { Catalogue } from "../../../../kit/language/catalogue.ts";
import { formatNumber } from "../../../../kit/language/formats.ts";
import type { Locale } from "../../../../kit/language/locale.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { pt } from "./pt.ts";
import { ru } from "./ru.ts";

const CHECK_MESSAGES = new Catalogue(en, { de, es, pt, ru });

const VALUE = /\{(\w+)\}/g;

/** Each message as it looks with values, which begin with a digit, the one with the most words first. */
const PATTERNS = Object.entries(en)
  .toSorted(([, a], [, b]) => b.length - a.length)
  .map(([key, text]) => {
    const pattern = RegExp.escape(text).replaceAll(/\\\{(\w+)\\\}/g, "(?<$1>\\d(?:(?!\\. )[^:])*)");
    return { key, pattern: new RegExp(`^${pattern}$`) };
  });

/** A check's message in another language; null for one with other words, such as those of an error. */
export function translateMessage(message: string, locale: Locale): string | null {
  for (const { key, pattern } of PATTERNS) {
    const found = pattern.exec(message);
    if (found === null) continue;
    const translated = CHECK_MESSAGES.in(locale).find(key);
    const values = found.groups ?? {};
    return translated?.replaceAll(VALUE, (whole, name) => inLanguage(values[name] ?? whole, locale)) ?? null;
  }
  return null;
}

/** A figure with the separators of the language; other values as they are. */
function inLanguage(value: string, locale: Locale): string {
  return /^[\d,]+(\.\d+)?$/.test(value) ? formatNumber(Number(value.replaceAll(",", "")), locale) : value;
}
