import { Database } from "bun:sqlite";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { applyByHand, dropTriggers, readByHand } from "./by-hand.ts";
import { RELEASES } from "./releases.ts";

/**
 * `bun run migration`: generates the migration of the next release from src/db/tables and drizzle/by-hand. The migrations in
 * releases.json stay as they are; the one after them is generated anew each time, and is missing if nothing differs. Before
 * the first release, that is 0000_foundation.
 *
 * Statements that fill new columns or tables of existing databases stand in drizzle/rows.sql, separated by empty lines; a
 * release takes them over. All tables are STRICT.
 */
const FOLDER = import.meta.dir;
const META = join(FOLDER, "meta");
const JOURNAL = join(META, "_journal.json");
const BREAKPOINT = "--> statement-breakpoint";

interface Journal {
  entries: { idx: number; tag: string; when: number }[];
}

const released = Object.keys(RELEASES.at(-1)?.migrations ?? {});
const byHand = readByHand(join(FOLDER, "by-hand"));
const title = released.length === 0 ? "foundation" : `after_${RELEASES.at(-1)?.version.replaceAll(".", "_")}`;
const tag = `${String(released.length).padStart(4, "0")}_${title}`;

forgetUnreleased();
drizzleKit();
const statements = statementsOfNext();
if (statements.length > 0) {
  // Neither tables nor columns differ, but what is by hand does.
  if (!existsSync(fileOf(tag))) drizzleKit("--custom");
  writeFileSync(fileOf(tag), `${statements.join(`\n${BREAKPOINT}\n`)}\n`);
}
normalize();
writeIndex();

function fileOf(name: string): string {
  return join(FOLDER, `${name}.sql`);
}

function readJournal(): Journal {
  return JSON.parse(readFileSync(JOURNAL, "utf8"));
}

function writeJournal(journal: Journal): void {
  writeFileSync(JOURNAL, `${JSON.stringify(journal, null, 2)}\n`);
}

/** Removes what an earlier run generated after the last release. */
function forgetUnreleased(): void {
  for (const file of readdirSync(FOLDER))
    if (/^\d{4}_.*\.sql$/.test(file) && !released.includes(file.slice(0, -".sql".length)))
      rmSync(join(FOLDER, file));
  for (const file of readdirSync(META))
    if (file.endsWith("_snapshot.json") && Number(file.slice(0, 4)) >= released.length)
      rmSync(join(META, file));
  const journal = readJournal();
  writeJournal({ ...journal, entries: journal.entries.slice(0, released.length) });
}

/** Asks whether a column was renamed, if someone is at the terminal. */
function drizzleKit(...flags: string[]): void {
  const words = ["drizzle-kit", "generate", "--config", "drizzle/config.ts", "--name", title, ...flags];
  const { exitCode, stdout } = Bun.spawnSync(["bunx", ...words], {
    cwd: join(FOLDER, ".."),
    stdin: "inherit",
    stdout: process.stdout.isTTY ? "inherit" : "pipe",
    stderr: "inherit",
  });
  if (exitCode !== 0) throw new Error(stdout?.toString() ?? "drizzle-kit failed");
}

/** The next migration's statements, each of which was tried on the released schema. */
function statementsOfNext(): string[] {
  const database = new Database(":memory:", { strict: true });
  try {
    for (const name of released)
      for (const text of split(readFileSync(fileOf(name), "utf8"))) database.run(text);
    const tables = existsSync(fileOf(tag)) ? split(readFileSync(fileOf(tag), "utf8")).flatMap(ours) : [];
    // SQLite refuses to rename a table while a trigger names one that is away.
    const dropped = tables.some((text) => text.startsWith("DROP TABLE")) ? dropTriggers(database) : [];
    for (const text of [...dropped, ...tables]) database.run(text);
    const made = applyByHand(database, byHand.statements);
    const rows = existsSync(join(FOLDER, "rows.sql")) ? readRows() : [];
    for (const text of rows) database.run(text);
    requireKinds(database);
    return [...dropped, ...tables, ...made, ...rows];
  } finally {
    database.close();
  }
}

/** Each migration runs in a transaction without foreign keys, where the PRAGMA of drizzle-kit would do nothing. */
function split(sql: string): string[] {
  return sql
    .split(BREAKPOINT)
    .map((text) => text.trim())
    .filter((text) => text !== "" && !text.startsWith("PRAGMA foreign_keys"));
}

function readRows(): string[] {
  const text = readFileSync(join(FOLDER, "rows.sql"), "utf8").trim();
  return text === "" ? [] : text.split(/\n\n+/);
}

/**
 * Adds what drizzle-kit does not support: options of tables, and where a table is made again, under a prefix until the old
 * one is away, its highest id ever, so that no deleted row's id is given anew.
 */
function ours(statement: string): string[] {
  const left = /^DROP TABLE `(\w+)`/.exec(statement)?.[1];
  if (left !== undefined)
    return [
      `DELETE FROM sqlite_sequence WHERE name = '__new_${left}';`,
      `INSERT INTO sqlite_sequence (name, seq) SELECT '__new_${left}', seq FROM sqlite_sequence WHERE name = '${left}';`,
      statement,
    ];
  const table = /^CREATE TABLE `(?:__new_)?(\w+)`/.exec(statement)?.[1];
  return table === undefined ? [statement] : [strict(statement, table)];
}

function strict(statement: string, table: string): string {
  return statement.replace(/\);$/, byHand.withoutRowid.has(table) ? ") STRICT, WITHOUT ROWID;" : ") STRICT;");
}

/** @throws Error for a table that was released with a rowid, or without one, and should change that */
function requireKinds(database: Database): void {
  const tables = database
    .query<{ name: string; wr: number }, []>(
      "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT GLOB 'sqlite_*'",
    )
    .all();
  const wrong = tables.filter(({ name, wr }) => (wr === 1) !== byHand.withoutRowid.has(name));
  if (wrong.length > 0)
    throw new Error(
      `a released table keeps its rowid, or has none: ${wrong.map(({ name }) => name).join(", ")}`,
    );
}

/** Ids and times that drizzle-kit takes from chance and clock depend on the place alone. */
function normalize(): void {
  const journal = readJournal();
  for (const entry of journal.entries) entry.when = entry.idx;
  writeJournal(journal);
  const path = join(META, `${tag.slice(0, 4)}_snapshot.json`);
  if (!existsSync(path)) return;
  const { id: _, prevId, ...rest } = JSON.parse(readFileSync(path, "utf8"));
  const id = `00000000-0000-4000-8000-${String(released.length + 1).padStart(12, "0")}`;
  const { version, dialect, ...content } = rest;
  writeFileSync(path, `${JSON.stringify({ id, version, dialect, prevId, ...content })}\n`);
}

/** The list that executables embed. */
function writeIndex(): void {
  const names = readJournal().entries.map((entry) => entry.tag);
  const variable = (name: string) => `sql${name.slice(0, 4)}`;
  const text = [
    ...names.map((name) => `import ${variable(name)} from "./${name}.sql" with { type: "text" };`),
    "",
    "/** The SQL of each migration in order, as `bun run migration` lists it. */",
    "export const MIGRATION_TEXTS: readonly { name: string; sql: string }[] = [",
    ...names.map((name) => `  { name: "${name}", sql: ${variable(name)} },`),
    "];",
  ];
  writeFileSync(join(FOLDER, "index.ts"), `${text.join("\n")}\n`);
}
