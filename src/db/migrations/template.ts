import { Database as SqliteDatabase } from "bun:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "../../kit/clock.ts";
import { entryPoint } from "../../kit/process/entry-point.ts";
import { createPrivateFile } from "../../kit/process/files.ts";
import { Thread } from "../../kit/process/thread.ts";
import { Tx } from "../sql.ts";
import { emptyDatabase } from "./empty-database.ts";
import { migrate } from "./migrate.ts";
import { type Content, overwrite } from "./overwrite.ts";

const RETRY_MS = 5;
/** Larger content is written in a thread: the event loop would wait tens of milliseconds for it. */
const LARGE_BYTES = 2 ** 20;
const WORKER_URL = entryPoint("db/migrations/overwrite-worker.ts");
const overwriting = new Thread<Content, void>({
  url: WORKER_URL,
  name: "the exchange of a file's content",
  idleMs: 0,
});
/** Where the header has the journal's versions for reading and for writing, a byte each, and both for WAL. */
const JOURNAL_VERSIONS = 18;
const WAL = Uint8Array.of(2, 2);

/** Makes an empty database with the schema, whole or not at all. @throws EEXIST if the file exists */
export function createEmptyFile(path: string, clock: Clock): void {
  createFromBytes(path, emptyDatabase(clock));
}

/**
 * A database in memory with the schema and some first rows, from which files are created without repeating that work.
 */
export class Template {
  readonly #tx: Tx;

  /** @param fill inserts the first rows */
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

  /** Inserts further rows, for content that takes more than one turn of the event loop. */
  add(fill: (tx: Tx) => void): void {
    this.#inTransaction("COMMIT", fill);
  }

  close(): void {
    this.#tx.close();
  }

  /** The bytes of a file with the template's content, changed by `adjust` for that file only. */
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

/** Creates a file from a template's bytes, atomically. @throws EEXIST if it exists */
export function createFromBytes(path: string, bytes: Uint8Array): void {
  createPrivateFile(
    path,
    bytes.subarray(0, JOURNAL_VERSIONS),
    WAL,
    bytes.subarray(JOURNAL_VERSIONS + WAL.length),
  );
}

/**
 * Replaces a file's whole content with a template's bytes, in one commit, even while others have it open: they read
 * the old content until then and the new one afterwards. Takes time proportional to the bytes, however large the file
 * was (SQLite's online backup overwrites pages, while dropping tables visits each one to free it).
 * @param deadline end of the attempts to get the lock, by the clock. @throws the last attempt's error
 */
export async function exchange(
  path: string,
  bytes: Uint8Array,
  { clock, deadline }: { clock: Clock; deadline: number },
): Promise<void> {
  const write = bytes.length > LARGE_BYTES ? (content: Content) => overwriting.ask(content) : overwrite;
  while (true) {
    try {
      await write({ path, bytes });
      return;
    } catch (error) {
      // Bun does not tell the cause; nearly always another process has the lock.
      if (clock.now() >= deadline) throw error;
      await pause(RETRY_MS);
    }
  }
}
