import { Database as SqliteDatabase } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { statSync } from "node:fs";
import { Database } from "../../src/db/database.ts";
import { rebuild } from "../../src/db/migrations/rebuild.ts";
import { schemaFaults } from "../../src/db/migrations/schema.ts";
import { ManualClock } from "../harness/app/clock.ts";
import { scratch } from "../harness/processes/commands.ts";

let directory: ReturnType<typeof scratch>;
let path: string;
const clock = new ManualClock();

beforeEach(() => {
  directory = scratch();
  path = directory.file("some.db");
});
afterEach(() => directory.remove());

const insert = "INSERT INTO partners (id, name, created_at) VALUES (?, ?, 0)";

test("creates a missing file with private permissions and the schema of the migrations", async () => {
  rebuild(path, clock, {
    save: () => "none",
    fill: (tx, saved) => {
      expect(saved).toBeNull();
      tx.run(insert, 1, "acme");
    },
  });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const database = Database.open(path, clock);
  expect(database.applied).toEqual([]);
  expect(schemaFaults(database.read)).toEqual([]);
  expect(database.read.all("SELECT id, name FROM partners")).toEqual([{ id: 1, name: "acme" }]);
  await database.close();
});

test("an open connection reads the old rows until the commit, the new ones afterwards, and can still write", async () => {
  const database = Database.open(path, clock);
  await database.writer.run((tx) => {
    tx.run(insert, 7, "old");
    tx.run(
      "INSERT INTO users (id, partner_id, external_id, status, balance, created_at, updated_at) VALUES (41, 7, 'a', 'active', 0, 0, 0)",
    );
    tx.run("INSERT INTO users_fts (rowid, username) VALUES (41, 'somebody')");
  });
  const names = () =>
    database.read.all<{ name: string }>("SELECT name FROM partners").map(({ name }) => name);
  expect(names()).toEqual(["old"]);
  rebuild(path, clock, {
    save: (tx) => tx.get<{ n: number }>("SELECT COUNT(*) AS n FROM users")?.n,
    fill: (tx, saved) => {
      expect(saved).toBe(1);
      expect(names()).toEqual(["old"]);
      tx.run(insert, 1, "new");
    },
  });
  database.read.endSnapshot();
  expect(names()).toEqual(["new"]);
  expect(database.read.all("SELECT rowid FROM users_fts WHERE users_fts MATCH 'somebody'")).toEqual([]);
  const made = await database.writer.run((tx) =>
    tx.run(
      "INSERT INTO users (partner_id, external_id, status, balance, created_at, updated_at) VALUES (1, 'a', 'active', 0, 0, 0)",
    ),
  );
  expect(made.lastInsertRowid).toBe(1);
  await database.close();
});

test("a failure leaves the file unchanged", async () => {
  const database = Database.open(path, clock);
  await database.writer.run((tx) => tx.run(insert, 7, "old"));
  await database.close();
  const fail = () =>
    rebuild(path, clock, {
      save: () => null,
      fill: () => {
        throw new Error("no seed");
      },
    });
  expect(fail).toThrow("no seed");
  const orphan = () =>
    rebuild(path, clock, {
      save: () => null,
      fill: (tx) => {
        tx.run(
          "INSERT INTO users (partner_id, status, balance, created_at, updated_at) VALUES (9, 'active', 0, 0, 0)",
        );
      },
    });
  expect(orphan).toThrow("point to rows that are not there");
  const client = new SqliteDatabase(path, { readonly: true });
  expect(client.query("SELECT name FROM partners").all()).toEqual([{ name: "old" }]);
  client.close();
});
