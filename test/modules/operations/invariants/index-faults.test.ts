import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readDatabase } from "../../../../src/db/reader.ts";
import { Sql, type SqlValue } from "../../../../src/db/sql.ts";
import { indexFaults } from "../../../../src/modules/operations/invariants/index-faults.ts";
import { createWorld } from "../../../harness/app/world.ts";
import { scratch } from "../../../harness/processes/commands.ts";

let directory: ReturnType<typeof scratch>;

beforeEach(() => {
  directory = scratch();
});

afterEach(() => directory.remove());

/** Counts the slow checks that it runs. */
class CountingSql extends Sql {
  slow = 0;

  override all<Row>(text: string, ...values: SqlValue[]): Row[] {
    if (text.includes("pragma_integrity_check")) this.slow++;
    return super.all<Row>(text, ...values);
  }
}

/** Faults of a table's indexes, and the number of slow checks. */
function look(path: string, table: string): { faults: string[]; slow: number } {
  return readDatabase(path, ({ client }) => {
    const sql = new CountingSql(client);
    return { faults: [...indexFaults(sql, table)].toSorted(), slow: sql.slow };
  });
}

const USUAL = "CREATE INDEX by_name ON things (name)";

/** A file with a table of 40 rows, so that its index is one page. */
function makeFile(file: string, index: string, changes: readonly string[]): { path: string; page: number } {
  const path = directory.file(file);
  const client = new Database(path);
  client.run("CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT NOT NULL, size INTEGER) STRICT");
  client.run(index);
  client.run(
    `INSERT INTO things WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
      SELECT i, 'name ' || (i * 7 % 41), i FROM n`,
  );
  for (const change of changes) client.run(change);
  const { page } = client
    .query("SELECT rootpage AS page FROM sqlite_schema WHERE name = 'by_name'")
    .get() as {
    page: number;
  };
  client.close(true);
  return { path, page };
}

const PAGE = 4096;

/** A file whose table was changed, with the index of another in which it was not. */
function staleFile(index: string, changes: readonly string[], indexOfOther = index): string {
  const { path, page } = makeFile("stale.db", index, changes);
  const other = readFileSync(makeFile("other.db", indexOfOther, []).path);
  const bytes = readFileSync(path);
  other.copy(bytes, (page - 1) * PAGE, (page - 1) * PAGE, page * PAGE);
  writeFileSync(path, bytes);
  return path;
}

test.each([
  USUAL,
  "CREATE INDEX by_name ON things (size, name, id)",
  "CREATE UNIQUE INDEX by_name ON things (name)",
])("%s: sound, without the slow check", (index) => {
  expect(look(makeFile("sound.db", index, []).path, "things")).toEqual({ faults: [], slow: 0 });
});

test("names in every script are in order", () => {
  const names =
    "INSERT INTO things VALUES (41, '\u{1f600}', 1), (42, '\uffee', 2), (43, 'é', 3), (44, '', 4)";
  expect(look(makeFile("sound.db", USUAL, [names]).path, "things")).toEqual({ faults: [], slow: 0 });
});

test.each([
  "CREATE INDEX by_name ON things (name) WHERE size > 5",
  "CREATE INDEX by_name ON things (name DESC)",
  "CREATE INDEX by_name ON things (name COLLATE NOCASE)",
  "CREATE INDEX by_name ON things (lower(name))",
])("%s: left to SQLite", (index) => {
  expect(look(makeFile("sound.db", index, []).path, "things")).toEqual({ faults: [], slow: 1 });
  const changed = staleFile(index, ["UPDATE things SET name = 'x' WHERE id = 7"]);
  expect(look(changed, "things").faults).toEqual(["row 7 missing from index by_name"]);
});

test.each([
  ["UPDATE things SET name = 'x' WHERE id = 7", ["row 7 missing from index by_name"]],
  [
    "INSERT INTO things VALUES (41, 'x', 1)",
    ["row 41 missing from index by_name", "wrong # of entries in index by_name"],
  ],
  ["DELETE FROM things WHERE id = 9", ["wrong # of entries in index by_name"]],
  [
    "UPDATE things SET name = 'name ' || (CASE id WHEN 3 THEN 28 ELSE 21 END) WHERE id IN (3, 4)",
    ["row 3 missing from index by_name", "row 4 missing from index by_name"],
  ],
])("after %s SQLite names the rows", (change, faults) => {
  expect(look(staleFile(USUAL, [change]), "things")).toEqual({ faults, slow: 1 });
});

test("wrong order is found, although the rows are the same", () => {
  const path = staleFile(USUAL, [], "CREATE INDEX by_name ON things (name DESC)");
  const { faults, slow } = look(path, "things");
  expect([faults.length > 0, slow]).toEqual([true, 1]);
});

test("a value that a unique index has twice is found", () => {
  const twice = ["UPDATE things SET name = 'name 7' WHERE id = 2"];
  const { path, page } = makeFile("twice.db", USUAL, twice);
  const bytes = readFileSync(path);
  const unique = makeFile("unique.db", "CREATE UNIQUE INDEX by_name ON things (name)", []);
  const damaged = readFileSync(unique.path);
  bytes.copy(damaged, PAGE, PAGE);
  expect(page).toBe(unique.page);
  writeFileSync(unique.path, damaged);
  expect(look(unique.path, "things")).toEqual({ faults: ["non-unique entry in index by_name"], slow: 1 });
});

test("the entries of a ledger need no slow check", async () => {
  const world = await createWorld();
  try {
    expect(look(join(world.dataDir, "live.db"), "ledger_entries")).toEqual({ faults: [], slow: 0 });
  } finally {
    await world.close();
  }
});
