import { Database as SqliteDatabase } from "bun:sqlite";
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "../../src/db/database.ts";
import type { Tx } from "../../src/db/sql.ts";
import { ManualClock } from "../harness/clock.ts";

/**
 * A disk whose flushes are called slow whatever they take, so that all of them run beside the event loop: what callers
 * and readers see is as after a COMMIT at synchronous=FULL.
 */

setDefaultTimeout(60_000);

const COMMITS_UNTIL_SLOW = 8;
let directory: string;
let database: Database;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "salute-slow-disk-"));
  database = Database.open(join(directory, "live.db"), new ManualClock(), { slowFlushMs: 0 });
  for (let n = 0; n < COMMITS_UNTIL_SLOW; n++) await database.writer.run(put("first", String(n)));
});

afterEach(async () => {
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

const put = (name: string, value: string) => (tx: Tx) => {
  tx.run("INSERT OR REPLACE INTO settings (name, value, updated_at) VALUES (?, ?, ?)", name, value, tx.now);
};
const stored = (name: string) =>
  database.read.get<{ value: string }>("SELECT value FROM settings WHERE name = ?", name)?.value ?? null;
const turn = () => new Promise((done) => setImmediate(done));

/** Waits until another connection sees the commit, whose flush has only begun. */
async function untilCommitted(name: string, value: string): Promise<void> {
  const other = new SqliteDatabase(database.path, { readonly: true });
  const find = other.query("SELECT 1 FROM settings WHERE name = ? AND value = ?");
  for (let turns = 0; find.get(name, value) === null; turns++) {
    if (turns > 10_000) throw new Error("the change is not committed");
    await turn();
  }
  other.close();
}

test("while a flush runs, reads go on and show what is durable", async () => {
  await database.writer.run(put("a", "before"));
  let isSettled = false;
  const written = database.writer.run(put("a", "after")).then(() => {
    isSettled = true;
  });
  await untilCommitted("a", "after");
  if (!isSettled) expect(stored("a")).toBe("before");
  await written;
  expect(stored("a")).toBe("after");
});

test("a promise settles after the flush of its commit, and in the order of commits", async () => {
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      for (let turns = 0; turns < n; turns++) await turn();
      await database.writer.run(put(`n${n}`, "x"));
      expect(stored(`n${n}`)).toBe("x");
      order.push(n);
    }),
  );
  expect(order).toEqual(Array.from({ length: 40 }, (_, n) => n));
});

test("changes that ask for no flush see those before them, and are seen at once", async () => {
  const full = database.writer.run(put("a", "full"));
  const lasting = full.then(() =>
    database.writer.run(
      (tx) => tx.get<{ value: string }>("SELECT value FROM settings WHERE name = 'a'")?.value,
      "lasting",
    ),
  );
  expect(await lasting).toBe("full");
});

test("a closure that throws is undone, and closing waits for the flush", async () => {
  const refused = database.writer.run((tx) => {
    put("a", "never")(tx);
    throw new Error("changed my mind");
  });
  await expect(refused).rejects.toThrow("changed my mind");
  expect(stored("a")).toBeNull();
  const last = database.writer.run(put("a", "last"));
  await database.close();
  await last;
  database = Database.open(join(directory, "live.db"), new ManualClock());
  expect(stored("a")).toBe("last");
});

test("the WAL starts over again and again, though reads go on around the commits", async () => {
  const value = "v".repeat(100_000);
  for (let round = 0; round < 800; round++) {
    stored("big");
    const written = database.writer.run((tx) => {
      stored("big");
      put("big", `${round} ${value}`)(tx);
    });
    stored("big");
    await written;
    expect(stored("big")).toStartWith(`${round} `);
  }
  expect(database.fileSizes().wal).toBeLessThan(32 * 1024 * 1024);
});
