import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasCheckpointThread } from "../../src/db/checkpoint-thread.ts";
import { Database } from "../../src/db/database.ts";
import { openReadOnly, Reader } from "../../src/db/reader.ts";
import { ManualClock } from "../harness/app/clock.ts";

/** A hundred changes are 20 MB. SQLite does not write a page again that stays the same. */
const VALUE_BYTES = 50 * 4096;
/** The length from which the WAL begins anew, and the changes of a few turns of the event loop. */
const MOST_WAL_BYTES = 40 * 2 ** 20;

let directory: string;
let database: Database;
let isClosed: boolean;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "salute-checkpoints-"));
  database = Database.open(join(directory, "live.db"), new ManualClock());
  isClosed = false;
});

afterEach(async () => {
  await close();
  rmSync(directory, { recursive: true, force: true });
});

async function close(): Promise<void> {
  if (!isClosed) await database.close();
  isClosed = true;
}

function put(name: string): Promise<unknown> {
  return database.writer.run((tx) =>
    tx.run(
      "INSERT OR REPLACE INTO settings (name, value, updated_at) VALUES (?, hex(randomblob(?)), 0)",
      name,
      VALUE_BYTES / 2,
    ),
  );
}

test("a WAL written without a pause begins anew, and reads go on meanwhile", async () => {
  let longest = 0;
  for (let i = 0; i < 600; i++) {
    await put(`value-${i % 20}`);
    longest = Math.max(longest, database.fileSizes().wal);
    expect(database.read.get("SELECT 1 FROM settings WHERE name = 'value-0'")).not.toBeNull();
  }
  expect(hasCheckpointThread()).toBe(true);
  expect(longest).toBeLessThan(MOST_WAL_BYTES);
  await close();
  expect(hasCheckpointThread()).toBe(false);
  expect(existsSync(`${database.path}-wal`)).toBe(false);
  const after = new Reader(openReadOnly(database.path, 0));
  expect(after.get("PRAGMA integrity_check")).toEqual({ integrity_check: "ok" });
  expect(after.get("SELECT COUNT(*) AS kept FROM settings WHERE name LIKE 'value-%'")).toEqual({ kept: 20 });
  after.close();
});

test("changes go on while another process's reader keeps the WAL from beginning anew", async () => {
  await put("value-0");
  const other = openReadOnly(database.path, 0);
  other.run("BEGIN");
  other.query("SELECT COUNT(*) FROM settings").get();
  for (let i = 0; i < 300; i++) await put(`value-${i % 20}`);
  expect(database.fileSizes().wal).toBeGreaterThan(MOST_WAL_BYTES);
  other.run("COMMIT");
  other.close();
  for (let i = 0; i < 40; i++) await put(`value-${i % 20}`);
  expect(database.fileSizes().wal).toBeLessThan(MOST_WAL_BYTES);
});
