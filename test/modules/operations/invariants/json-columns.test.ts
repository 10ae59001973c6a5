import { afterEach, beforeEach, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { runInvariants } from "../../../../src/compose/invariants.ts";
import { JSON_COLUMNS } from "../../../../src/modules/operations/invariants/json-columns.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;

beforeEach(async () => {
  world = await createWorld();
});

afterEach(() => world.close());

/** Columns that the definitions of the tables describe as JSON. */
function describedColumns(): string[] {
  const found: string[] = [];
  for (const file of new Bun.Glob("src/db/tables/**/*.ts").scanSync()) {
    const text = readFileSync(file, "utf8");
    for (const { 1: column, index } of text.matchAll(
      /\/\*\*[^*]*\bJSON\b[^*]*\*\/\s*\w+: text\("(\w+)"\)/g,
    )) {
      const tables = [...text.slice(0, index).matchAll(/sqliteTable\(\s*"(\w+)"/g)];
      found.push(`${tables.at(-1)?.[1]}.${column}`);
    }
  }
  return found.sort();
}

test("each column described as JSON is checked", () => {
  const checked = Object.entries(JSON_COLUMNS).flatMap(([table, columns]) =>
    columns.map((column) => `${table}.${column}`),
  );
  const described = describedColumns();
  expect(described.length).toBeGreaterThan(20);
  expect(described.filter((each) => !checked.includes(each))).toEqual([]);
});

test("each has a shape that its reads check, unless it is sent on as it is", () => {
  const unread = ["mission_revisions.definition"];
  const shaped = [...new Bun.Glob("src/**/*.{ts,tsx}").scanSync()].flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\b(?:json|data)Column\(\s*"([\w.]+)"/g)].map(([, name]) => name),
  );
  const missing = Object.entries(JSON_COLUMNS).flatMap(([table, columns]) =>
    columns
      .filter((column) => ![`${table}.${column}`, column].some((name) => shaped.includes(name)))
      .map((column) => `${table}.${column}`),
  );
  expect(missing.sort()).toEqual(unread);
});

test("a flipped bit in published JSON fails the check without --full", async () => {
  const failed = () =>
    runInvariants(world.services.live.read, "live", false).find(({ name }) => name === "live.json_columns");
  expect(failed()).toMatchObject({ ok: true });
  await world.services.live.writer.run((tx) => {
    tx.run(
      "INSERT INTO maintenance_windows (title, checks, starts_at, ends_at, created_at, updated_at) VALUES ('t', '[]', 1, 2, 1, 1)",
    );
    tx.run("UPDATE maintenance_windows SET checks = '[Y'");
  });
  expect(failed()).toEqual({
    name: "live.json_columns",
    ok: false,
    detail: "maintenance_windows.checks is not JSON in 1 rows",
  });
});
