import { expect, test } from "bun:test";
import { Glob } from "bun";

/** Classes of pages and of style sheets, which no compiler compares. */

/** Swagger UI brings its own style. */
const FOREIGN = ["swagger-ui", "wrapper"];
/** Names of services, which have `_` in the data. */
const CONVERTED = ["apple-music"];
const NAME = /^[a-z][\w-]*$/;

const pages = await filesOf("src/**/*.tsx");
const sheets = await filesOf("src/**/*.css");
const sources = await filesOf("src/**/*.{ts,tsx,js}");

async function filesOf(pattern: string): Promise<Map<string, string>> {
  const paths = [...new Glob(pattern).scanSync()].sort();
  return new Map(await Promise.all(paths.map(async (path) => [path, await Bun.file(path).text()] as const)));
}

/** The classes that a page writes in full, each with its file. */
function writtenClasses(): Map<string, string> {
  const whole = new Map<string, string>();
  for (const [path, text] of pages)
    for (const [, plain, code = ""] of text.matchAll(/\bclass=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/g)) {
      const texts = [...code.matchAll(/"([^"]*)"|`([^`]*)`/g)].map(([, one, other]) => one ?? other ?? "");
      for (const word of [plain ?? "", ...texts].join(" ").split(/\s+/))
        if (NAME.test(word)) whole.set(word, path);
    }
  return whole;
}

function styledClasses(): Map<string, string> {
  const styled = new Map<string, string>();
  for (const [path, text] of sheets)
    for (const [, name = ""] of text.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/\.([a-zA-Z][\w-]*)/g))
      styled.set(name, path);
  return styled;
}

const written = writtenClasses();
const styled = styledClasses();

test("every class of a page is in a style sheet, or a script looks for it", () => {
  const scripts = [...sources].filter(([path]) => path.includes("client.")).map(([, text]) => text);
  const isSought = (name: string) => scripts.some((text) => text.includes(`.${name}`));
  const unknown = [...written].filter(
    ([name]) => !styled.has(name) && !isSought(name) && !FOREIGN.includes(name),
  );
  expect(written.size).toBeGreaterThan(100);
  expect(unknown).toEqual([]);
});

test("every class of a style sheet is in a page or a script", () => {
  const texts = [...sources.values()];
  const isNamed = (name: string) => texts.some((text) => new RegExp(`["'\`. ]${name}(?![\\w-])`).test(text));
  const begun = texts.flatMap((text) =>
    [...text.matchAll(/["'` ]([a-z]+-)(?:\$\{|["'`] ?\+)/g)].map(([, each = ""]) => each),
  );
  const isBegun = (name: string) => begun.some((beginning) => name.startsWith(beginning));
  const unused = [...styled].filter(
    ([name]) => !written.has(name) && !isBegun(name) && !isNamed(name) && !CONVERTED.includes(name),
  );
  expect(unused).toEqual([]);
});
