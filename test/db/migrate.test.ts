import { Database as SqliteDatabase } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "../../src/db/database.ts";
import { SchemaMismatch } from "../../src/db/migrations/migrate.ts";
import { MIGRATIONS } from "../../src/db/migrations/migrations.ts";
import { readDatabase } from "../../src/db/reader.ts";
import { ManualClock } from "../harness/app/clock.ts";

/** Timeout for separate processes and locks on a loaded machine. */
setDefaultTimeout(30_000);

const clock = new ManualClock();
let directory: string;
let path: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "salute-migrate-"));
  path = join(directory, "live.db");
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

async function openAndClose(): Promise<void> {
  await Database.open(path, clock).close();
}

function edit(statement: string): void {
  const client = new SqliteDatabase(path);
  client.run(statement);
  client.close();
}

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex");

describe("a new file", () => {
  test("gets every migration, with the checksum of its text and the time", async () => {
    const database = Database.open(path, clock);
    expect(database.read.all("SELECT * FROM schema_migrations ORDER BY version")).toEqual(
      MIGRATIONS.map(({ name, sql }, index) => ({
        version: index + 1,
        name,
        sha256: sha256(sql),
        applied_at: clock.now(),
      })),
    );
    await database.close();
  });

  test("is readable by its owner only", async () => {
    await openAndClose();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("uses WAL, whose flushes are the writer's, and integrity checks", async () => {
    const database = Database.open(path, clock);
    const pragmas = await database.writer.run((tx) =>
      ["journal_mode", "synchronous", "foreign_keys", "mmap_size", "trusted_schema"].map((name) => [
        name,
        Object.values(tx.get<object>(`PRAGMA ${name}`) ?? {})[0],
      ]),
    );
    expect(Object.fromEntries(pragmas)).toEqual({
      journal_mode: "wal",
      synchronous: 1,
      foreign_keys: 1,
      mmap_size: 0,
      trusted_schema: 0,
    });
    expect(() => database.read.run("DELETE FROM settings")).toThrow("readonly");
    await database.close();
  });
});

describe("an unusable file is refused and not changed", () => {
  test.each([
    [
      "a file of a newer salute",
      "INSERT INTO schema_migrations VALUES (99, '0098_later', 'x', 0)",
      "was written by a newer salute (its schema has 0098_later",
    ],
    [
      "a file with an edited migration",
      "UPDATE schema_migrations SET sha256 = 'x' WHERE version = 1",
      "is not the one that this executable carries",
    ],
    [
      "a file with other migrations",
      "UPDATE schema_migrations SET name = '0000_other' WHERE version = 1",
      "migration 0000_other is not the one",
    ],
  ])("%s", async (_, statement, words) => {
    await openAndClose();
    edit(statement);
    const before = sha256(readFileSync(path));
    expect(() => Database.open(path, clock)).toThrow(SchemaMismatch);
    expect(() => Database.open(path, clock)).toThrow(words);
    expect(() => Database.open(path, clock)).toThrow(path);
    expect(sha256(readFileSync(path))).toBe(before);
  });

  test("a file that is not a database", async () => {
    await Bun.write(path, "not a database, but a letter that somebody put here by mistake".repeat(40));
    const words = `${path} cannot be opened: it is damaged or no database: restore a backup`;
    expect(() => Database.open(path, clock)).toThrow(words);
    expect(() => readDatabase(path, () => null)).toThrow(words);
  });
});

test("reopening changes nothing", async () => {
  await openAndClose();
  clock.advance(1_000);
  const before = new SqliteDatabase(path).query("SELECT * FROM schema_migrations").all();
  await openAndClose();
  expect(new SqliteDatabase(path).query("SELECT * FROM schema_migrations").all()).toEqual(before);
});

test("six processes open a new file concurrently: it is migrated once and contains every process's row", async () => {
  const opening = join(import.meta.dir, "opening", "main.ts");
  const names = ["a", "b", "c", "d", "e", "f"];
  for (const round of [1, 2, 3]) {
    path = join(directory, `round-${round}.db`);
    const children = names.map((name) =>
      Bun.spawn([process.execPath, opening, path, name], { stdout: "ignore", stderr: "pipe" }),
    );
    for (const child of children)
      expect([await new Response(child.stderr).text(), await child.exited]).toEqual(["", 0]);
    const database = Database.open(path, clock);
    expect(database.read.all("SELECT name FROM settings ORDER BY name")).toEqual(
      names.map((name) => ({ name })),
    );
    expect(database.read.get("SELECT count(*) AS migrations FROM schema_migrations")).toEqual({
      migrations: MIGRATIONS.length,
    });
    await database.close();
  }
});

describe("the schema refuses", () => {
  test.each([
    ["a changed entry", "UPDATE ledger_entries SET delta = 1", "append-only"],
    ["a deleted entry", "DELETE FROM ledger_entries", "append-only"],
    ["a changed audit entry", "UPDATE audit_entries SET actor = 'x'", "append-only"],
    ["a deleted audit entry", "DELETE FROM audit_entries", "append-only"],
    ["a negative balance", "UPDATE users SET balance = -1", "CHECK"],
    ["text in a number column", "UPDATE users SET balance = 'much'", "cannot store TEXT"],
    [
      "an entry without its user",
      "INSERT INTO ledger_entries SELECT 9, partner_id, 77, 1, 1, 'r', 's', 'partner', 'k9', 'h', 200, NULL, NULL, 0 FROM users",
      "FOREIGN KEY",
    ],
    [
      "a duplicate reference",
      "INSERT INTO ledger_entries SELECT 9, partner_id, id, 1, 1, 'r', 's', 'partner', 'k1', 'h', 200, NULL, NULL, 0 FROM users",
      "UNIQUE",
    ],
    [
      "an entry with delta 0",
      "INSERT INTO ledger_entries SELECT 9, partner_id, id, 0, 1, 'r', 's', 'partner', 'k9', 'h', 200, NULL, NULL, 0 FROM users",
      "CHECK",
    ],
  ])("%s", async (_, statement, words) => {
    const database = Database.open(path, clock);
    await database.writer.run((tx) => {
      tx.run("INSERT INTO partners (id, name, created_at) VALUES (1, 'acme', 0)");
      tx.run(
        "INSERT INTO users (id, partner_id, external_id, status, balance, created_at, updated_at) VALUES (1, 1, 'zoe', 'active', 1, 0, 0)",
      );
      tx.run(
        "INSERT INTO ledger_entries VALUES (1, 1, 1, 1, 1, 'r', 's', 'partner', 'k1', 'h', 200, NULL, NULL, 0)",
      );
      tx.run("INSERT INTO audit_entries VALUES (1, 'command', 'test', 'a', 's', '{}', 0)");
    });
    await expect(database.writer.run((tx) => tx.run(statement))).rejects.toThrow(words);
    await database.close();
  });
});
