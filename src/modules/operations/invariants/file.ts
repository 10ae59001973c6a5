import { missingMigrations } from "../../../db/migrate.ts";
import { schemaFaults } from "../../../db/schema.ts";
import { findingOf, type Invariant } from "../../platform/invariants/index.ts";

/** The pages of the file. Quick: without comparing each index with its table, which `full` does as well. */
export function integrity(full: boolean): Invariant {
  const pragma = full ? "integrity_check" : "quick_check";
  return {
    name: "integrity",
    run(sql) {
      const rows = sql.all<Record<string, string>>(`PRAGMA ${pragma}`).map((row) => row[pragma] ?? "");
      return findingOf(
        rows.filter((row) => row !== "ok"),
        pragma,
      );
    },
  };
}

/**
 * The migrations that made the file are this executable's own, all of them: the other invariants know only such a file.
 * @throws SchemaMismatch, worded, where the file is newer, altered or another program's.
 */
export const migrations: Invariant = {
  name: "migrations",
  run(sql) {
    const path = sql.get<{ file: string }>("PRAGMA database_list")?.file ?? "the file";
    const missing = missingMigrations(sql, path);
    if (missing.length === 0) return { ok: true, detail: "all applied, with their checksums" };
    return { ok: false, detail: `${path} still lacks ${missing.join(", ")}. Run: salute migrate` };
  },
};

export const schema: Invariant = {
  name: "schema",
  run: (sql) => findingOf(schemaFaults(sql), "tables, indexes and triggers are as the migrations make them"),
};

interface Violation {
  table: string;
  rowid: number | null;
  parent: string;
}

export const foreignKeys: Invariant = {
  name: "foreign_keys",
  run(sql) {
    return findingOf(
      worded(sql.iterate<Violation>("PRAGMA foreign_key_check")),
      "every row points to one that is there",
    );
  },
};

function* worded(violations: Iterable<Violation>): Generator<string> {
  for (const { table, rowid, parent } of violations)
    yield `${table} row ${rowid ?? "(without an id)"} points to no row of ${parent}`;
}
