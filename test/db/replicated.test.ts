import { Database as SqliteDatabase } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "../../src/db/database.ts";
import { ManualClock } from "../harness/app/clock.ts";

/** Files that Litestream replicates: while it runs, only Litestream checkpoints their WAL. */

const MEBIBYTE = 2 ** 20;
let directory: string;
let database: Database;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "salute-replicated-"));
  database = Database.open(join(directory, "live.db"), new ManualClock(), { isReplicated: true });
});

afterEach(async () => {
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

const put = (name: string, mebibytes: number) =>
  database.writer.run((tx) => {
    const value = "x".repeat(mebibytes * MEBIBYTE);
    tx.run("INSERT INTO settings (name, value, updated_at) VALUES (?, ?, ?)", name, value, tx.now);
  });

test("the server's commits do not checkpoint a WAL of any size", async () => {
  const { main } = database.fileSizes();
  for (const name of ["a", "b", "c"]) await put(name, 20);
  expect(database.fileSizes().main).toBe(main);
  expect(database.fileSizes().wal).toBeGreaterThan(60 * MEBIBYTE);
});

test("without a running Litestream a large WAL is checkpointed, and a small one is not", async () => {
  const { main } = database.fileSizes();
  await put("a", 20);
  database.foldLargeWal();
  expect(database.fileSizes().main).toBe(main);
  await put("b", 50);
  database.foldLargeWal();
  expect(database.fileSizes().main).toBeGreaterThan(main + 70 * MEBIBYTE);
  await put("c", 1);
  const file = new SqliteDatabase(database.path, { readonly: true });
  expect(file.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  file.close();
});
