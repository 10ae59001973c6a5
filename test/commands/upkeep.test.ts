import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { MIGRATIONS } from "../../src/db/migrations/migrations.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { salute, scratch } from "../harness/processes/commands.ts";

describe("migrate", () => {
  let directory: ReturnType<typeof scratch>;
  beforeEach(() => {
    directory = scratch();
  });
  afterEach(() => directory.remove());

  test("creates private files in an empty directory and prints applied migrations; a second run applies none", async () => {
    const path = directory.file("data");
    const first = await salute(["migrate", "--json", "--data", path]);
    expect(first.code).toBe(0);
    expect(first.json).toEqual(
      ["live.db", "sandbox.db", "log.db"].map((file) => ({
        file: `${path}/${file}`,
        schema: MIGRATIONS.at(-1)?.name,
        applied: MIGRATIONS.map((migration) => migration.name),
      })),
    );
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(readdirSync(path).sort()).toEqual([
      "live.db",
      "log.db",
      "log.key",
      "marks.json",
      "master.key",
      "sandbox.db",
    ]);
    for (const file of readdirSync(path)) expect(statSync(`${path}/${file}`).mode & 0o777).toBe(0o600);
    const again = await salute(["migrate", "--json", "--data", path]);
    expect(again.json.map((each: { applied: string[] }) => each.applied)).toEqual([[], [], []]);
    expect((await salute(["migrate", "--data", path])).out).toContain(
      `live.db is at ${MIGRATIONS.at(-1)?.name}: nothing was missing\n`,
    );
  });

  test("a file of a newer salute is refused with a message and not changed", async () => {
    const path = directory.file("data");
    await salute(["migrate", "--data", path]);
    const client = new Database(`${path}/live.db`);
    client.run("INSERT INTO schema_migrations VALUES (99, '0099_future', 'x', 0)");
    client.close();
    const { code, err } = await salute(["migrate", "--data", path]);
    expect([code, err.includes("was written by a newer salute")]).toEqual([1, true]);
  });
});

describe("log.key", () => {
  test("is created with the databases: 32 bytes as base64, private; a start without it works and creates none", async () => {
    const world = await createWorld();
    const path = `${world.dataDir}/log.key`;
    expect(Buffer.from(readFileSync(path, "utf8").trim(), "base64")).toHaveLength(32);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    rmSync(path);
    await world.restart();
    expect(existsSync(path)).toBe(false);
    expect((await world.call("GET", "/healthz")).status).toBe(200);
    await world.close();
  });
});

describe("safe-mode", () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  test("applies to a running server from its next request on, until it is switched off", async () => {
    const key = await world.createKey("acme");
    const create = (name: string) =>
      world.call("POST", "/api/partner/users", { key, body: { external_id: name } });
    expect((await create("a")).status).toBe(201);
    const on = await salute(["safe-mode", "on", "--reason", "drill of Monday", "--data", world.dataDir]);
    expect(on).toMatchObject({ code: 0, out: "safe mode is on: drill of Monday\n" });
    expect((await create("b")).json.error).toBe("safe_mode");
    expect((await world.call("GET", "/api/salutes/ledger", { key })).status).toBe(200);
    const off = await salute(["safe-mode", "off", "--data", world.dataDir]);
    expect(off.out).toMatch(/^safe mode is off; it was on since \d{4}-.*Z: drill of Monday\n$/);
    expect((await create("b")).status).toBe(201);
    expect(await salute(["safe-mode", "off", "--data", world.dataDir])).toMatchObject({
      code: 0,
      out: "safe mode was already off\n",
    });
    const actions = world.services.live.read
      .all<{ action: string }>("SELECT action FROM audit_entries WHERE action LIKE 'safe_mode%' ORDER BY id")
      .map((entry) => entry.action);
    expect(actions).toEqual(["safe_mode.on", "safe_mode.off"]);
  });
});
