import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../harness/processes/build.ts";

/** What salute is run from. */
const SOURCES = [
  ...["src", "drizzle", "clients", "deploy"],
  ...["CHANGELOG.md", "LICENSE", "package.json", "tsconfig.json"],
];

export const LATER_VERSION = "999.0.0";
export const LATER_TABLE = "made_by_a_later_release";

/**
 * Makes a later release from these sources, with another version and one more migration.
 * @param folder that does not exist yet
 * @returns its command line
 */
export function laterRelease(folder: string): string[] {
  for (const name of SOURCES) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  change(join(folder, "package.json"), /"version": "[^"]*"/, `"version": "${LATER_VERSION}"`);
  writeFileSync(
    join(folder, "drizzle/9999_later.sql"),
    `CREATE TABLE ${LATER_TABLE} (id integer PRIMARY KEY) STRICT;\n`,
  );
  const list = join(folder, "drizzle/index.ts");
  change(list, "\n];", '\n  { name: "9999_later", sql: sql9999 },\n];');
  change(list, /^/, 'import sql9999 from "./9999_later.sql" with { type: "text" };\n');
  return [process.execPath, join(folder, "src/main.ts")];
}

/** @throws Error if the file does not contain it */
function change(file: string, from: string | RegExp, to: string): void {
  const text = readFileSync(file, "utf8");
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`${file} has no ${from}`);
  writeFileSync(file, changed);
}
