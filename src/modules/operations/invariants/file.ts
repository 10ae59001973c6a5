import { missingMigrations } from "../../../db/migrations/migrate.ts";
import { schemaFaults } from "../../../db/migrations/schema.ts";
import { type Invariant, noRows, toFinding } from "../../platform/invariants/index.ts";

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

/** WITHOUT ROWID tables have rows without an id. */
export const foreignKeys = noRows(
  "foreign_keys",
  "every reference points to an existing row",
  `SELECT "table" || ' row ' || coalesce(rowid, '(without an id)') || ' refers to a missing row of ' || parent AS fault
    FROM pragma_foreign_key_check`,
);
