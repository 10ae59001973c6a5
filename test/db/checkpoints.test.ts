import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkpoints } from "../../src/db/checkpoint-thread.ts";
import { Database } from "../../src/db/database.ts";
import { openReadOnly, Reader } from "../../src/db/reader.ts";
import { Wal } from "../../src/db/wal.ts";
import { ManualClock } from "../harness/app/clock.ts";
import { until } from "../harness/until.ts";

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
  expect(checkpoints.isBegun).toBe(true);
  expect(longest).toBeLessThan(MOST_WAL_BYTES);
  await close();
  expect(checkpoints.isBegun).toBe(false);
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

test("nothing is moved that is not on the disk yet", async () => {
  await put("flushed");
  const other = openReadOnly(database.path, 0);
  const length = () =>
    other.query("PRAGMA wal_checkpoint(NOOP)").get() as { log: number; checkpointed: number };
  const { log: flushedPages } = length();
  const flushed = Promise.withResolvers<void>();
  const flush = spyOn(Wal.prototype, "flush").mockReturnValue(flushed.promise);
  void put("unflushed");
  try {
    await until(() => database.writer.isUnflushed);
    await checkpoints.ask(database.path);
    expect(length().log).toBeGreaterThan(flushedPages);
    expect(length().checkpointed).toBe(flushedPages);
  } finally {
    flushed.resolve();
    flush.mockRestore();
    other.close();
  }
});

test("where the thread fails, the writer itself makes the next checkpoint", async () => {
  const ask = spyOn(checkpoints, "ask").mockRejectedValue(new Error("no thread"));
  try {
    for (let i = 0; i < 300; i++) await put(`value-${i % 20}`);
    expect(ask).toHaveBeenCalled();
    expect(database.fileSizes().wal).toBeLessThan(MOST_WAL_BYTES);
  } finally {
    ask.mockRestore();
  }
});

test("a process with nothing else to do waits for a checkpoint, and not for the thread", async () => {
  await put("value");
  const thread = JSON.stringify(join(import.meta.dir, "../../src/db/checkpoint-thread.ts"));
  const script = `import { checkpoints } from ${thread};
    const main = async () => { await checkpoints.ask(process.argv[1]); console.log("moved"); };
    main();`;
  const child = Bun.spawn(["bun", "-e", script, database.path], { stdout: "pipe", stderr: "inherit" });
  expect(await new Response(child.stdout).text()).toBe("moved\n");
  expect(await child.exited).toBe(0);
});
