import { Database } from "bun:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checksumOf, releaseFaults } from "../../drizzle/releases.ts";
import { MIGRATIONS } from "../../src/db/migrations/migrations.ts";
import { ROOT } from "../harness/processes/build.ts";
import { scratch } from "../harness/processes/commands.ts";

/** `bun run migration` after a release, in a copy of the tables whose foundation is released as 1.0.0. */

setDefaultTimeout(60_000);

const FOUNDATION = "0000_foundation";
const NEXT = "0001_after_1_0_0";
const TRIGGER =
  "CREATE TRIGGER users_kept BEFORE DELETE ON users BEGIN SELECT RAISE(ABORT, 'users stay'); END;";

let base: ReturnType<typeof scratch>;
let place: ReturnType<typeof scratch>;

beforeAll(() => {
  base = scratch();
  place = base;
  for (const name of ["drizzle", "src/db", "src/kit"])
    cpSync(join(ROOT, name), place.file(name), { recursive: true });
  for (const name of ["node_modules", "package.json", "tsconfig.json"])
    symlinkSync(join(ROOT, name), place.file(name));
  release([]);
  generate();
  release([
    { version: "1.0.0", migrations: { [FOUNDATION]: checksumOf(FOUNDATION, place.file("drizzle")) } },
  ]);
});
beforeEach(() => {
  place = scratch();
  cpSync(base.path, place.path, { recursive: true, verbatimSymlinks: true });
});
afterEach(() => place.remove());
afterAll(() => base.remove());

function release(releases: object[]): void {
  writeFileSync(place.file("drizzle/releases.json"), JSON.stringify(releases));
}

/** Generates, and returns the migrations in order. */
function generate(): { name: string; sql: string }[] {
  const command = [process.execPath, "drizzle/make-migration.ts"];
  const { exitCode, stderr } = Bun.spawnSync(command, { cwd: place.path, stdin: "ignore" });
  expect([exitCode, stderr.toString()]).toEqual([0, ""]);
  const names = readdirSync(place.file("drizzle")).filter((file) => /^\d{4}_.*\.sql$/.test(file));
  expect([...read("drizzle/index.ts").matchAll(/name: "(\w+)"/g)].map(([, name]) => `${name}.sql`)).toEqual(
    names.sort(),
  );
  return names.map((file) => ({ name: file.replace(".sql", ""), sql: read(`drizzle/${file}`) }));
}

function read(name: string): string {
  return readFileSync(place.file(name), "utf8");
}

function edit(name: string, from: string, to: string): void {
  const text = read(name);
  expect(text).toContain(from);
  writeFileSync(place.file(name), text.replace(from, to));
}

function migrate(database: Database, sql: string): void {
  for (const statement of sql.split("--> statement-breakpoint")) database.run(statement);
}

function namesIn(database: Database): string[] {
  const query = database.query<{ name: string }, []>("SELECT name FROM sqlite_schema ORDER BY name, type");
  return query.all().map(({ name }) => name);
}

test("without a difference there is no other migration, and the released one stays", () => {
  const before = read(`drizzle/${FOUNDATION}.sql`);
  expect(generate()).toEqual([{ name: FOUNDATION, sql: before }]);
});

test("changes make one migration, generated anew with each change; that of the release stays", () => {
  const before = read(`drizzle/${FOUNDATION}.sql`);
  edit("src/db/tables/users.ts", "email: ", 'motto: text("motto"),\n    email: ');
  expect(generate()).toEqual([
    { name: FOUNDATION, sql: before },
    { name: NEXT, sql: "ALTER TABLE `users` ADD `motto` text;\n" },
  ]);
  edit("src/db/tables/users.ts", "email: ", 'nickname: text("nickname"),\n    email: ');
  writeFileSync(place.file("drizzle/by-hand/kept.sql"), TRIGGER);
  writeFileSync(place.file("drizzle/rows.sql"), "UPDATE users SET motto = 'none';\n");
  const [, next, ...others] = generate();
  expect(others).toEqual([]);
  expect(next?.sql.split("\n--> statement-breakpoint\n").map((text) => text.trim())).toEqual([
    "ALTER TABLE `users` ADD `motto` text;",
    "ALTER TABLE `users` ADD `nickname` text;",
    TRIGGER,
    "UPDATE users SET motto = 'none';",
  ]);
  expect(generate()[1]).toEqual(next);
});

test("a trigger that was changed or removed by hand alone makes a migration, too", () => {
  edit("drizzle/by-hand/access.sql", "--", `${TRIGGER}\n--`);
  const [, next] = generate();
  expect(next).toEqual({ name: NEXT, sql: `${TRIGGER}\n` });
  edit("drizzle/by-hand/platform.sql", "is append-only", "only grows");
  expect(generate()[1]?.sql).toContain("\nDROP TRIGGER audit_entries_no_update;\n");
  edit(
    "drizzle/by-hand/platform.sql",
    "CREATE TRIGGER audit_entries_no_delete BEFORE DELETE ON audit_entries BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;",
    "",
  );
  expect(generate()[1]?.sql).toContain("DROP TRIGGER audit_entries_no_delete;\n");
});

test("a table that is made again keeps its rows, its triggers, its kind and its highest id", () => {
  edit("src/db/tables/users.ts", 'check("', 'check("users_known", sql`id > 0`),\n    check("');
  const [foundation, next] = generate();
  const database = new Database(":memory:", { strict: true });
  migrate(database, foundation?.sql ?? "");
  const before = namesIn(database);
  database.run("INSERT INTO partners (id, name, created_at) VALUES (1, 'acme', 0)");
  const insert =
    "INSERT INTO users (id, partner_id, external_id, status, balance, created_at, updated_at) VALUES (?, 1, ?, 'active', 0, 0, 0)";
  database.run(insert, [1, "zoe"]);
  database.run(insert, [900, "left"]);
  database.run("DELETE FROM users WHERE id = 900");
  migrate(database, next?.sql ?? "");
  expect(database.query("SELECT id, external_id FROM users").all()).toEqual([{ id: 1, external_id: "zoe" }]);
  expect(() => database.run(insert, [0, "nobody"])).toThrow("users_known");
  database.run(insert, [null, "next"]);
  expect(database.query("SELECT max(id) AS id FROM users").get()).toEqual({ id: 901 });
  expect(namesIn(database)).toEqual(before);
  expect(database.query("SELECT strict FROM pragma_table_list WHERE name = 'users'").get()).toEqual({
    strict: 1,
  });
  database.close();
});

test("a migration of a release never changes: each release's are those of this checkout, in order", () => {
  expect(releaseFaults(MIGRATIONS)).toEqual([]);
  const [first] = MIGRATIONS;
  const released = (name: string, sha256: string) => [{ version: "1.0.0", migrations: { [name]: sha256 } }];
  const { name, sha256 } = first as (typeof MIGRATIONS)[number];
  expect(releaseFaults(MIGRATIONS, released(name, sha256))).toEqual([]);
  expect(releaseFaults(MIGRATIONS, released(name, "0".repeat(64)))).toEqual([
    "0000_foundation was changed after release 1.0.0",
  ]);
  expect(releaseFaults(MIGRATIONS, released("0000_other", sha256))).toEqual([
    "0000_other of release 1.0.0 is not migration 1",
  ]);
});
