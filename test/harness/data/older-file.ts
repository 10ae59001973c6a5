import { Database } from "bun:sqlite";
import { MIGRATIONS } from "../../../src/db/migrations/migrations.ts";

/** Creates a database with only the first `migrations` migrations; negative numbers count from the end. */
export function writeOlder(path: string, migrations = -1): void {
  const client = new Database(path);
  client.run(
    "CREATE TABLE schema_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT",
  );
  for (const [index, { name, sql }] of MIGRATIONS.slice(0, migrations).entries()) {
    for (const statement of sql.split("--> statement-breakpoint")) client.run(statement);
    const sha256 = new Bun.CryptoHasher("sha256").update(sql).digest("hex");
    client.run("INSERT INTO schema_migrations VALUES (?, ?, ?, 0)", [index + 1, name, sha256]);
  }
  client.close();
}
