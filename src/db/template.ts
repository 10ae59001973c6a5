import { Database as SqliteDatabase } from "bun:sqlite";
import { backup, DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { type Clock, systemClock } from "../kit/clock.ts";
import { createPrivateFile } from "../kit/files.ts";
import { migrate } from "./migrate.ts";
import { Tx } from "./sql.ts";

const RETRY_MS = 5;
/** Where a file's header says which versions of SQLite's journal read and write it, and what stands for the WAL. */
const JOURNAL_VERSIONS = [18, 19];
const WAL = 2;

let keptBytes: WeakRef<Uint8Array> | null = null;

/** The bytes of an empty database with the schema. Creating every table and index takes ten times as long as a copy. */
function emptyBytes(): Uint8Array {
  const kept = keptBytes?.deref();
  if (kept !== undefined) return kept;
  const client = new SqliteDatabase(":memory:", { strict: true });
  try {
    migrate(client, "the template", systemClock);
    const bytes = client.serialize();
    keptBytes = new WeakRef(bytes);
    return bytes;
  } finally {
    client.close();
  }
}

/** Makes an empty database with the schema, whole or not at all. @throws EEXIST if the file exists */
export function createEmptyFile(path: string, clock: Clock): void {
  const client = SqliteDatabase.deserialize(emptyBytes(), { strict: true });
  try {
    client.run("UPDATE schema_migrations SET applied_at = ?", [clock.now()]);
    createFromBytes(path, client.serialize());
  } finally {
    client.close();
  }
}

/** A database in memory with the schema and some first rows, that files are made from without making those again. */
export class Template {
  readonly #tx: Tx;

  /** @param fill puts the first rows into the tables. */
  constructor(
    private readonly clock: Clock,
    fill: (tx: Tx) => void,
  ) {
    const client = new SqliteDatabase(":memory:", { strict: true });
    migrate(client, "the template", clock);
    this.#tx = new Tx(client, true);
    this.#inTransaction("COMMIT", fill);
    if (client.query("PRAGMA foreign_key_check").all().length > 0)
      throw new Error("the template's rows point to rows that are not there");
  }

  close(): void {
    this.#tx.close();
  }

  /** The bytes of a file that begins as the template is, and as `adjust` changes it for that file alone. */
  bytesFor(adjust: (tx: Tx) => void): Uint8Array {
    return this.#inTransaction("ROLLBACK", (tx) => {
      tx.run("UPDATE schema_migrations SET applied_at = ?", tx.clockNow);
      adjust(tx);
      return tx.client.serialize();
    });
  }

  #inTransaction<Value>(end: "COMMIT" | "ROLLBACK", work: (tx: Tx) => Value): Value {
    const tx = this.#tx;
    tx.clockNow = this.clock.now();
    tx.now = tx.clockNow;
    tx.isOpen = true;
    tx.client.run("BEGIN");
    try {
      return work(tx);
    } finally {
      tx.client.run(end);
      tx.isOpen = false;
    }
  }
}

/** Makes a file of a template's bytes, whole or not at all. @throws EEXIST where there is one */
export function createFromBytes(path: string, bytes: Uint8Array): void {
  const inWal = new Uint8Array(bytes);
  for (const at of JOURNAL_VERSIONS) inWal[at] = WAL;
  createPrivateFile(path, inWal);
}

/**
 * Puts a template's bytes in the place of all that a file holds, in one commit, whoever has it open: they read what was
 * there until then, and this afterwards. Takes as long as the bytes are many, however large the file was (SQLite's
 * online backup overwrites pages, where dropping tables visits each to free it).
 * @param deadline until when it tries to get the lock, by the clock. @throws what the last try threw
 */
export async function exchange(
  path: string,
  bytes: Uint8Array,
  clock: Clock,
  deadline: number,
): Promise<void> {
  const source = new DatabaseSync(":memory:");
  try {
    source.deserialize(bytes);
    while (true) {
      try {
        await backup(source, path, { rate: -1 });
        return;
      } catch (error) {
        // Bun does not say which fault it was; nearly always another process has the lock.
        if (clock.now() >= deadline) throw error;
        await pause(RETRY_MS);
      }
    }
  } finally {
    source.close();
  }
}
