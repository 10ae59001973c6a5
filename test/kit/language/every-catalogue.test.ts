import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { Catalogue, type Message } from "../../../src/kit/language/catalogue.ts";
import { LOCALES, type Locale } from "../../../src/kit/language/locale.ts";

/** Every module's catalogue: `words/index.ts` in its folder. */
const SRC = join(import.meta.dir, "../../../src");

async function catalogues(): Promise<[name: string, Catalogue][]> {
  const files = [...new Glob("**/words/index.ts").scanSync({ cwd: SRC })].sort();
  const loaded = await Promise.all(files.map((file) => import(join(SRC, file))));
  return loaded.flatMap((module: Record<string, unknown>) =>
    Object.entries(module).flatMap(([name, value]): [string, Catalogue][] =>
      value instanceof Catalogue ? [[name, value]] : [],
    ),
  );
}

const ALL = await catalogues();

function textsOf(message: Message | undefined): string[] {
  if (message === undefined) return [];
  return typeof message === "string" ? [message] : Object.values(message);
}

/** Placeholders and tags of a text, each once. */
function namesOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}|<\/(\w+)>/g)].map(([whole]) => whole))].sort();
}

/** The forms that a language needs; `many` of Spanish and Portuguese is for millions, and reads like `other`. */
function formsOf(locale: Locale): string[] {
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
  return pluralCategories.filter((form) => form !== "many" || locale === "ru").sort();
}

test("there are catalogues to look at", () => {
  expect(ALL.map(([name]) => name)).toContain("MINIAPP_WORDS");
});

describe.each(ALL)("%s", (_, catalogue) => {
  const source = catalogue.in("en").messages;

  test.each(LOCALES)("says the same messages in %s, with the same placeholders and tags", (locale) => {
    const { messages } = catalogue.in(locale);
    expect(Object.keys(messages).sort()).toEqual(Object.keys(source).sort());
    for (const [key, message] of Object.entries(source)) {
      const expected = namesOf(textsOf(message).at(-1) ?? "");
      const mayOmitCount = typeof message !== "string";
      for (const text of textsOf(messages[key])) {
        const named = namesOf(text);
        const wanted =
          mayOmitCount && !named.includes("{count}")
            ? expected.filter((name) => name !== "{count}")
            : expected;
        expect([key, named]).toEqual([key, wanted]);
        expect(text.trim()).not.toBe("");
      }
    }
  });

  test.each(LOCALES)("has the forms that %s counts with", (locale) => {
    for (const [key, message] of Object.entries(catalogue.in(locale).messages)) {
      if (typeof message === "string") continue;
      expect([key, Object.keys(message).sort()]).toEqual([key, formsOf(locale)]);
    }
  });

  test("is translated: few messages are the same in another language", () => {
    for (const locale of LOCALES) {
      if (locale === "en") continue;
      const { messages } = catalogue.in(locale);
      const same = Object.keys(source).filter(
        (key) => /\w+ \w+/.test(textsOf(source[key]).join()) && Bun.deepEquals(messages[key], source[key]),
      );
      expect([locale, same.length]).toEqual([locale, 0]);
    }
  });
});
