import { Database as SqliteDatabase } from "bun:sqlite";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Clock, SECOND_MS } from "../kit/clock.ts";
import { migrate } from "./migrate.ts";

/** Name under which the build embeds an empty database, compressed with zstd; Bun appends its own hash. */
export const EMBEDDED_NAME = "empty-database";

interface EmptyDatabase {
  /** Time of its migrations, Unix milliseconds. */
  at: number;
  bytes: Uint8Array;
}

let kept: WeakRef<EmptyDatabase> | null = null;

/**
 * The bytes of an empty database with the schema, whose migrations were applied within the last second. Creating every
 * table and index takes ten times as long as a copy.
 */
export function emptyDatabase(clock: Clock): Uint8Array {
  const at = clock.now();
  const last = kept?.deref();
  if (last !== undefined && Math.abs(at - last.at) < SECOND_MS) return last.bytes;
  const bytes = migratedAt(last?.bytes ?? embeddedDatabase() ?? createDatabase(), at);
  kept = new WeakRef({ at, bytes });
  return bytes;
}

/** The bytes that the build embeds: an empty database, compressed with zstd. */
export function compressedDatabase(): Uint8Array {
  return Bun.zstdCompressSync(createDatabase(), { level: 19 });
}

/** Null when run from source. */
function embeddedDatabase(): Uint8Array | null {
  const names = Bun.embeddedFiles.map((file) => ("name" in file ? String(file.name) : ""));
  const name = names.find((each) => each.startsWith(`${EMBEDDED_NAME}-`));
  return name === undefined ? null : Bun.zstdDecompressSync(readFileSync(join(EMBEDDED_DIRECTORY, name)));
}

const EMBEDDED_DIRECTORY = "/$bunfs/root";

/** Its migrations have no time yet. */
function createDatabase(): Uint8Array {
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
