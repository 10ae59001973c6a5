import type { Database } from "bun:sqlite";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What drizzle-kit cannot express: triggers, full-text tables, and which tables have no rowid. */
export interface ByHand {
  statements: readonly string[];
  withoutRowid: ReadonlySet<string>;
}

export function readByHand(folder: string): ByHand {
  const texts = readdirSync(folder)
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8"));
  return {
    statements: texts
      .flatMap((text) => text.replace(/^-- WITHOUT ROWID: .+$/m, "").split(/\n\n+(?=CREATE )/))
      .map((text) => text.trim())
      .filter((text) => text !== ""),
    withoutRowid: new Set(
      texts.flatMap((text) => /^-- WITHOUT ROWID: (.+)$/m.exec(text)?.[1]?.split(", ") ?? []),
    ),
  };
}

/**
 * The statements that bring a database's triggers and full-text tables to those by hand, which are also run on it. A trigger
 * is lost with its table, so that those of a table that was made again are among them.
 * @throws Error for a statement that makes something else
 */
export function applyByHand(database: Database, statements: readonly string[]): string[] {
  const made: string[] = [];
  const run = (statement: string) => {
    database.run(statement);
    made.push(statement);
  };
  const wanted = new Map(statements.map((text) => [nameOf(text).name, text]));
  for (const { name, kind } of listByHand(database)) if (!wanted.has(name)) run(`DROP ${kind} ${name};`);
  for (const [name, text] of wanted) {
    const before = textOf(database, name);
    if (before === text.replace(/;$/, "")) continue;
    if (before !== null) run(`DROP ${nameOf(text).kind} ${name};`);
    run(text);
  }
  return made;
}

/** Statements that drop every trigger: one that names a missing table would stop the exchange of that table. */
export function dropTriggers(database: Database): string[] {
  return listByHand(database)
    .filter(({ kind }) => kind === "TRIGGER")
    .map(({ name }) => `DROP TRIGGER ${name};`);
}

function nameOf(text: string): { kind: "TABLE" | "TRIGGER"; name: string } {
  const [, kind, name] = /^CREATE (VIRTUAL TABLE|TRIGGER) (\w+)/.exec(text) ?? [];
  if (name === undefined)
    throw new Error(`drizzle/by-hand: no trigger or virtual table: ${text.slice(0, 60)}`);
  return { kind: kind === "TRIGGER" ? "TRIGGER" : "TABLE", name };
}

function listByHand(database: Database): { kind: "TABLE" | "TRIGGER"; name: string }[] {
  return database
    .query<{ kind: "TABLE" | "TRIGGER"; name: string }, []>(
      "SELECT upper(type) AS kind, name FROM sqlite_schema WHERE type = 'trigger' OR sql LIKE 'CREATE VIRTUAL TABLE%'",
    )
    .all();
}

function textOf(database: Database, name: string): string | null {
  const query = database.query<{ sql: string }, [string]>("SELECT sql FROM sqlite_schema WHERE name = ?");
  return query.get(name)?.sql ?? null;
}
