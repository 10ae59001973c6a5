import { Database as SqliteDatabase } from "bun:sqlite";
import { type Clock, SECOND_MS } from "../../kit/clock.ts";
import { embeddedBytes } from "../../kit/process/embedded.ts";
import { migrate } from "./migrate.ts";

/** Name under which the build embeds an empty database. */
export const EMBEDDED_DATABASE = "empty-database";

interface EmptyDatabase {
  /** Time of its migrations, Unix milliseconds. */
  at: number;
  bytes: Uint8Array;
}

let kept: WeakRef<EmptyDatabase> | null = null;
/** Of a process that runs from source, and would otherwise create every table again after a collection. */
let created: Uint8Array | null = null;

/**
 * The bytes of an empty database with the schema, whose migrations were applied within the last second. Creating every
 * table and index takes ten times as long as a copy.
 */
export function emptyDatabase(clock: Clock): Uint8Array {
  const at = clock.now();
  const last = kept?.deref();
  if (last !== undefined && Math.abs(at - last.at) < SECOND_MS) return last.bytes;
  const bytes = migratedAt(last?.bytes ?? undated(), at);
  kept = new WeakRef({ at, bytes });
  return bytes;
}

function undated(): Uint8Array {
  const embedded = embeddedBytes(EMBEDDED_DATABASE);
  if (embedded !== null) return embedded;
  created ??= createDatabase();
  return created;
}

/** An empty database, whose migrations have no time yet. */
export function createDatabase(): Uint8Array {
  const client = new SqliteDatabase(":memory:", { strict: true });
  try {
    migrate(client, "the empty database", { now: () => 0 });
    return client.serialize();
  } finally {
    client.close();
  }
}

function migratedAt(bytes: Uint8Array, at: number): Uint8Array {
  const client = SqliteDatabase.deserialize(bytes, { strict: true });
  try {
    client.run("UPDATE schema_migrations SET applied_at = ?", [at]);
    return client.serialize();
  } finally {
    client.close();
  }
}
