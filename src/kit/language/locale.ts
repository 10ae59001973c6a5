/** Languages of the pages and messages for people who are neither operators nor developers. English is the source. */
export const LOCALES = ["en", "de", "es", "pt", "ru"] as const;

export type Locale = (typeof LOCALES)[number];

export const SOURCE_LOCALE: Locale = "en";

/** Each language's name in itself. */
export const LOCALE_NAMES: Record<Locale, string> = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  pt: "Português",
  ru: "Русский",
};

export function isLocale(text: string): text is Locale {
  return LOCALES.some((each) => each === text);
}

/** The locale of a language code such as `pt-BR`, as Telegram and browsers send it; null if we do not speak it. */
export function parseLocale(code: string | null): Locale | null {
  const language = code?.trim().split(/[-_]/)[0]?.toLowerCase() ?? "";
  return isLocale(language) ? language : null;
}

/** The first of the preferred languages that we speak, by an Accept-Language header (RFC 9110); null if none is. */
export function acceptedLocale(header: string | null): Locale | null {
  if (header === null) return null;
  const ranges = header.split(",").map((range, index) => {
    const [code = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((part) => part.startsWith("q="));
    return { code, index, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
  });
  const wanted = ranges
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || a.index - b.index);
  for (const { code } of wanted) {
    const found = code === "*" ? SOURCE_LOCALE : parseLocale(code);
    if (found !== null) return found;
  }
  return null;
}
