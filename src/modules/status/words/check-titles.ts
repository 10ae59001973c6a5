import type { StatusWords } from "./catalogue.ts";

/** The checks' own titles. */
export interface Titles {
  toTitle: (name: string) => string;
}

/** Title of a check in the words' language, or its own where these have none. */
export function checkTitle(name: string, checks: Titles, words: StatusWords): string {
  return words.find(`check_${name}`) ?? checks.toTitle(name);
}

/** The same within a sentence; German writes nouns with a capital everywhere. */
export function titleWithin(name: string, checks: Titles, words: StatusWords): string {
  const title = checkTitle(name, checks, words);
  return words.locale === "de" ? title : title.toLocaleLowerCase(words.locale);
}

/** Titles of the affected checks, for people. */
export function affectedTitles(names: readonly string[], checks: Titles, words: StatusWords): string {
  if (names.length === 0) return words.say("of_whole_service");
  return names.map((name) => checkTitle(name, checks, words)).join(", ");
}
