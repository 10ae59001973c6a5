import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "../../src/db/database.ts";
import { inPages } from "../../src/db/sql.ts";
import { ManualClock } from "../harness/app/clock.ts";

let directory: string;
let database: Database;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "salute-reader-"));
  database = Database.open(join(directory, "live.db"), new ManualClock());
  for (const name of ["a", "b", "c"]) await put(name);
});

afterEach(async () => {
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

const put = (name: string) =>
  database.writer.run((tx) => {
    tx.run("INSERT INTO settings (name, value, updated_at) VALUES (?, '', ?)", name, tx.now);
  });
const NAMES = "SELECT name FROM settings ORDER BY name";
const stored = () => database.read.all<{ name: string }>(NAMES).map(({ name }) => name);

test("iterating rows over several turns is refused, and leaves no reader at its snapshot", async () => {
  const rows = database.read.iterate<{ name: string }>(NAMES);
  expect(rows.next().value).toEqual({ name: "a" });
  await put("d");
  expect(stored()).toEqual(["a", "b", "c", "d"]);
  expect(() => rows.next()).toThrow("rows were read over several turns");
});

test("rows can be iterated within a turn, completely or in part", () => {
  expect([...database.read.iterate<{ name: string }>(NAMES)]).toHaveLength(3);
  for (const row of database.read.iterate<{ name: string }>(NAMES)) {
    expect(row).toEqual({ name: "a" });
    break;
  }
  expect(stored()).toEqual(["a", "b", "c"]);
});

test("pages can be read over several turns, and see later commits", async () => {
  const rows = inPages<{ name: string }>((after) =>
    database.read.all("SELECT name FROM settings WHERE name > ? ORDER BY name LIMIT 2", after?.name ?? ""),
  );
  expect(rows.next().value).toEqual({ name: "a" });
  await put("d");
  expect([...rows].map(({ name }) => name)).toEqual(["b", "c", "d"]);
});

test("repeated query plans leave no reader at its snapshot", async () => {
  for (const name of ["d", "e", "f"]) {
    expect(database.read.plan(NAMES)).not.toEqual([]);
    await put(name);
    expect(stored()).toContain(name);
  }
});

test("a snapshot that SQLite ends after an I/O error affects neither later reads nor the writer", async () => {
  expect(stored()).toHaveLength(3);
  database.read.client.run("ROLLBACK");
  await put("d");
  expect(stored()).toHaveLength(4);
  database.read.client.run("ROLLBACK");
  expect(() => database.read.endSnapshot()).not.toThrow();
  expect(stored()).toHaveLength(4);
});

test("a snapshot that failed to begin is not treated as open", async () => {
  database.read.client.run("BEGIN");
  expect(stored).toThrow("within a transaction");
  database.read.client.run("COMMIT");
  await put("d");
  expect(stored()).toHaveLength(4);
});

test("a statement that fails after some rows leaves no snapshot", async () => {
  await put("-9223372036854775808");
  const failing = "SELECT abs(CAST(name AS INTEGER)) FROM settings ORDER BY name DESC";
  expect(() => database.read.all(failing)).toThrow("overflow");
  expect(() => [...database.read.iterate(failing)]).toThrow("overflow");
  await put("d");
  expect(stored()).toHaveLength(5);
});

test("pages can be released during a read, and later reads and changes find all rows", async () => {
  const rows = database.read.iterate<{ name: string }>(NAMES);
  expect(rows.next().value).toEqual({ name: "a" });
  database.releasePages();
  expect([...rows].map(({ name }) => name)).toEqual(["b", "c"]);
  await put("d");
  database.releasePages();
  expect(stored()).toEqual(["a", "b", "c", "d"]);
});
