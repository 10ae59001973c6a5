import { Database as SqliteDatabase } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { Database } from "../../src/db/database.ts";
import { schemaFaults } from "../../src/db/migrations/schema.ts";
import { createFromBytes, exchange, Template } from "../../src/db/migrations/template.ts";
import { ManualClock } from "../harness/app/clock.ts";
import { makeUnshrinkable } from "../harness/data/unshrinkable-file.ts";
import { scratch } from "../harness/processes/commands.ts";

let directory: ReturnType<typeof scratch>;
let path: string;
let template: Template;
const clock = new ManualClock();
const insert = "INSERT INTO partners (id, name, created_at) VALUES (?, ?, 0)";

beforeEach(() => {
  directory = scratch();
  path = directory.file("some.db");
  template = new Template(clock, (tx) => tx.run(insert, 1, "first"));
});
afterEach(() => {
  template.close();
  directory.remove();
});

const bytes = (id = 2, name = "own") => template.bytesFor((tx) => tx.run(insert, id, name));
const namesOf = (database: Database) =>
  database.read.all<{ name: string }>("SELECT name FROM partners ORDER BY id").map(({ name }) => name);

test("a file from the template is private, in WAL mode, with the schema and only the template's and its own rows", async () => {
  bytes(3, "of another file");
  createFromBytes(path, bytes());
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect([...readFileSync(path).subarray(18, 20)]).toEqual([2, 2]);
  const database = Database.open(path, clock);
  expect(database.applied).toEqual([]);
  expect(schemaFaults(database.read)).toEqual([]);
  expect(namesOf(database)).toEqual(["first", "own"]);
  await database.close();
  expect(readFileSync(path, "latin1")).not.toContain("of another file");
});

test("an existing file is not replaced, and no temporary file is left", () => {
  createFromBytes(path, bytes());
  const before = readFileSync(path);
  expect(() => createFromBytes(path, bytes(2, "late"))).toThrow("EEXIST");
  expect(readFileSync(path)).toEqual(before);
  expect(readdirSync(directory.path)).toEqual(["some.db"]);
});

test("after an exchange, open connections see the new rows and can still write", async () => {
  const database = Database.open(path, clock);
  await database.writer.run((tx) => tx.run(insert, 7, "old"));
  expect(namesOf(database)).toEqual(["old"]);
  await exchange(path, bytes(), { clock, deadline: clock.now() });
  database.read.endSnapshot();
  expect(namesOf(database)).toEqual(["first", "own"]);
  await database.writer.run((tx) => tx.run(insert, 3, "later"));
  expect(namesOf(database)).toEqual(["first", "own", "later"]);
  expect(database.read.get("PRAGMA journal_mode")).toEqual({ journal_mode: "wal" });
  await database.close();
  expect(readdirSync(directory.path)).toEqual(["some.db"]);
});

test("an exchange makes an older file one that can shrink, for open connections too", async () => {
  await Database.open(path, clock).close();
  makeUnshrinkable(path);
  const database = Database.open(path, clock);
  await database.writer.run((tx) => tx.run(insert, 7, "old"));
  await exchange(path, bytes(), { clock, deadline: clock.now() });
  const add = "INSERT INTO settings (name, value, updated_at) VALUES (?, ?, 0)";
  await database.writer.run((tx) => {
    for (let row = 0; row < 2_000; row++) tx.run(add, `row-${row}`, "x".repeat(5_000));
  });
  await database.writer.run((tx) => tx.run("DELETE FROM settings WHERE rowid % 2 = 0"));
  const given = await database.writer.run((tx) => tx.all("PRAGMA incremental_vacuum(500)").length);
  database.read.endSnapshot();
  expect([given, database.read.get("PRAGMA integrity_check")]).toEqual([500, { integrity_check: "ok" }]);
  await database.close();
});

test("an exchange waits for another process's lock until its deadline, then leaves the file unchanged", async () => {
  const database = Database.open(path, clock);
  await database.writer.run((tx) => tx.run(insert, 7, "old"));
  const other = new SqliteDatabase(path);
  other.run("BEGIN IMMEDIATE");
  await expect(exchange(path, bytes(), { clock, deadline: clock.now() })).rejects.toThrow();
  expect(namesOf(database)).toEqual(["old"]);
  const waiting = exchange(path, bytes(), { clock, deadline: clock.now() + 1 });
  other.run("COMMIT");
  other.close();
  await waiting;
  database.read.endSnapshot();
  expect(namesOf(database)).toEqual(["first", "own"]);
  await database.close();
});
