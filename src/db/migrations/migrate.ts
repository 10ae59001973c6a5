import type { Database as SqliteDatabase } from "bun:sqlite";
import type { Clock } from "../../kit/clock.ts";
import type { Sql } from "../sql.ts";
import { makeShrinkable } from "./free-pages.ts";
import { MIGRATIONS } from "./migrations.ts";

export class SchemaMismatch extends Error {}

interface AppliedMigration {
  version: number;
  name: string;
  sha256: string;
}

const BREAKPOINT = "--> statement-breakpoint";

/**
 * Applies missing embedded migrations with their checksums, each in its own transaction; in a new file all in one,
 * which is several times faster and leaves no partial file.
 * @throws SchemaMismatch if the file was made by a newer salute, or an applied migration differs from ours.
 */
export function migrate(client: SqliteDatabase, path: string, clock: Clock): { applied: string[] } {
  if (isEmpty(client)) makeShrinkable(client);
  client.run(
    "CREATE TABLE IF NOT EXISTS schema_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT",
  );
  const applied = appliedMigrations(client);
  requireSameHistory(applied, path);
  const missing = MIGRATIONS.map((migration, index) => ({ ...migration, version: index + 1 })).slice(
    applied.length,
  );
  for (const batch of applied.length === 0 ? [missing] : missing.map((migration) => [migration])) {
    client.run("PRAGMA foreign_keys = OFF");
    client
      .transaction(() => {
        // Another process may have migrated it while this one waited for the lock.
        const done = appliedMigrations(client).length;
        for (const migration of batch) if (migration.version > done) apply(client, migration, clock);
        if (client.query("PRAGMA foreign_key_check").all().length > 0)
          throw new Error(`${path}: migration ${batch.at(-1)?.name} leaves rows that point nowhere`);
      })
      .immediate();
  }
  return { applied: missing.map((migration) => migration.name) };
}

function isEmpty(client: SqliteDatabase): boolean {
  return client.query("SELECT 1 FROM sqlite_schema LIMIT 1").get() === null;
}

interface Step {
  version: number;
  name: string;
  sql: string;
  sha256: string;
}

function apply(client: SqliteDatabase, { version, name, sql, sha256 }: Step, clock: Clock): void {
  for (const statement of sql.split(BREAKPOINT)) client.run(statement);
  client
    .prepare("INSERT INTO schema_migrations (version, name, sha256, applied_at) VALUES (?, ?, ?, ?)")
    .run(version, name, sha256, clock.now());
}

/** The newest migration of a file, and whether it is the newest of this executable. */
export function readSchemaVersion(sql: Sql): { newest: string; isCurrent: boolean } {
  const newest = sql.get<{ name: string }>(
    "SELECT name FROM schema_migrations ORDER BY version DESC LIMIT 1",
  )?.name;
  return { newest: newest ?? "none", isCurrent: newest === MIGRATIONS.at(-1)?.name };
}

/** Unix milliseconds of a file's creation. */
export function madeAt(sql: Sql): number {
  return sql.get<{ at: number }>("SELECT min(applied_at) AS at FROM schema_migrations")?.at ?? 0;
}

/**
 * Names of the embedded migrations that a file lacks; changes nothing.
 * @throws SchemaMismatch as `migrate` does, and if the file belongs to another program
 */
export function missingMigrations({ client }: Sql, path: string): string[] {
  const tables = client.query("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as {
    name: string;
  }[];
  if (!tables.some((table) => table.name === "schema_migrations")) {
    if (tables.length > 0) throw new SchemaMismatch(`${path} is not a database of salute.`);
    return MIGRATIONS.map((migration) => migration.name);
  }
  const applied = appliedMigrations(client);
  requireSameHistory(applied, path);
  return MIGRATIONS.slice(applied.length).map((migration) => migration.name);
}

function appliedMigrations(client: SqliteDatabase): AppliedMigration[] {
  return client
    .query("SELECT version, name, sha256 FROM schema_migrations ORDER BY version")
    .all() as AppliedMigration[];
}

function requireSameHistory(applied: AppliedMigration[], path: string): void {
  if (applied.length > MIGRATIONS.length) {
    const newest = applied.at(-1)?.name ?? "";
    throw new SchemaMismatch(
      `${path} was written by a newer salute (its schema has ${newest}, which this executable does not know). ` +
        "Start the newer executable, or restore a backup made before the upgrade.",
    );
  }
  for (const [index, row] of applied.entries()) {
    const ours = MIGRATIONS[index];
    if (ours === undefined || row.name !== ours.name || row.sha256 !== ours.sha256) {
      throw new SchemaMismatch(
        `${path}: migration ${row.name} is not the one that this executable carries. ` +
          "The file was made by another build, or a migration was edited after it had been applied.",
      );
    }
  }
}
