import { Database as SqliteDatabase } from "bun:sqlite";
import { systemClock } from "../../kit/clock.ts";
import type { Sql } from "../sql.ts";
import { emptyDatabase } from "./empty-database.ts";

/** Excludes SQLite's own tables, internals of full-text tables, and Litestream's two tables in a replicated file. */
const OBJECTS = `SELECT type, name, sql FROM sqlite_schema
  WHERE name NOT GLOB 'sqlite_*' AND tbl_name NOT GLOB '_litestream_*'
    AND tbl_name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')`;

interface SchemaObject {
  type: string;
  name: string;
  sql: string;
}

/**
 * Tables, indexes and triggers that differ from the migrations, each in a few words. A trigger that keeps the ledger
 * append-only can be dropped without a trace in the list of migrations; this check reports it.
 */
export function schemaFaults(sql: Sql): string[] {
  const ours = madeByMigrations();
  const found = new Map(sql.all<SchemaObject>(OBJECTS).map((each) => [each.name, each]));
  const faults: string[] = [];
  for (const { type, name, sql: text } of ours.values()) {
    const there = found.get(name);
    if (there === undefined) faults.push(`${type} ${name} is missing`);
    else if (there.type !== type || there.sql !== text) faults.push(`${type} ${name} was altered`);
  }
  for (const { type, name } of found.values()) {
    if (!ours.has(name)) faults.push(`${type} ${name} is not ours`);
  }
  return faults;
}

function madeByMigrations(): Map<string, SchemaObject> {
  const client = SqliteDatabase.deserialize(emptyDatabase(systemClock));
  try {
    return new Map((client.query(OBJECTS).all() as SchemaObject[]).map((each) => [each.name, each]));
  } finally {
    client.close();
  }
}
