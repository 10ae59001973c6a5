import { missingMigrations } from "../../../db/migrations/migrate.ts";
import { schemaFaults } from "../../../db/migrations/schema.ts";
import { type Invariant, toFinding } from "../../platform/invariants/index.ts";

/**
 * Every migration of this version has been applied, and no other; the remaining invariants require that. @throws
 * SchemaMismatch with a message for people if the file is newer, altered or another program's
 */
export const migrations: Invariant = {
  name: "migrations",
  run(sql) {
    const path = sql.get<{ file: string }>("PRAGMA database_list")?.file ?? "the file";
    const missing = missingMigrations(sql, path);
    if (missing.length === 0) return { ok: true, detail: "all applied with matching checksums" };
    return { ok: false, detail: `${path} lacks ${missing.join(", ")}. Run: salute migrate` };
  },
};

export const schema: Invariant = {
  name: "schema",
  run: (sql) => toFinding(schemaFaults(sql), "tables, indexes and triggers match the migrations"),
};

interface Violation {
  table: string;
  rowid: number | null;
  parent: string;
}

export const foreignKeys: Invariant = {
  name: "foreign_keys",
  run(sql) {
    return toFinding(
      describeViolations(sql.iterate<Violation>("PRAGMA foreign_key_check")),
      "every reference points to an existing row",
    );
  },
};

function* describeViolations(violations: Iterable<Violation>): Generator<string> {
  for (const { table, rowid, parent } of violations)
    yield `${table} row ${rowid ?? "(without an id)"} refers to a missing row of ${parent}`;
}
