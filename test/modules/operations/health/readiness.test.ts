import { Database as SqliteDatabase } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { claimEpoch } from "../../../../src/modules/operations/lease/index.ts";
import { stopForLease } from "../../../../src/modules/platform/state/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { scratch } from "../../../harness/processes/commands.ts";

let world: World;

beforeEach(async () => {
  world = await createWorld();
});

afterEach(() => world.close());

const ready = () => world.call("GET", "/readyz");
const REMEMBERED_MS = 2_000;

describe("the lead", () => {
  let shared: ReturnType<typeof scratch>;

  beforeEach(async () => {
    shared = scratch();
    await world.close();
    world = await createWorld({ LITESTREAM_REPLICA_URL: `file://${shared.path}`, LEASE_SECONDS: "600" });
    await world.services.lease?.checkAtStart();
  });
  afterEach(() => shared.remove());

  const answers = async () => {
    const paths = ["/readyz", "/readyz?reads=1", "/leaderz"];
    const all = await Promise.all(paths.map((path) => world.call("GET", path)));
    return all.map(({ status, json }) => json.error ?? status);
  };

  test("the leader is ready and names its epoch", async () => {
    expect(await answers()).toEqual([200, 200, 200]);
    expect((await world.call("GET", "/leaderz")).json).toMatchObject({ leader: true, epoch: 0 });
    expect((await ready()).json.checks.lease).toBe("ok");
  });

  test("a deposed leader is ready for reads alone, and says why", async () => {
    const { store } = world.services.lease?.parts ?? {};
    if (store === undefined || typeof store === "string") throw new Error("no lease");
    await claimEpoch(store, { epoch: 1 }, 0);
    await world.services.lease?.look();
    expect(await answers()).toEqual(["safe_mode", 200, "safe_mode"]);
    const { details } = (await ready()).json;
    expect(details).toEqual([{ field: "lease", message: expect.stringContaining("claimed epoch 1") }]);
  });

  test("a leader that a switchover stopped is ready for reads alone", async () => {
    const stop = { lease: "handed_over", reason: "Epoch 0 is handed over" } as const;
    await world.services.live.writer.run((tx) => stopForLease(tx, { kind: "command", name: "test" }, stop));
    expect(await answers()).toEqual(["safe_mode", 200, "safe_mode"]);
  });
});

test("a machine without a replica leads", async () => {
  const answer = await world.call("GET", "/leaderz");
  expect([answer.status, answer.json.leader, answer.json.epoch]).toEqual([200, true, null]);
});

describe("GET /readyz", () => {
  test("200: every check is listed as ok", async () => {
    const answer = await ready();
    expect([answer.status, answer.json]).toEqual([
      200,
      { success: true, ready: true, checks: { live_db: "ok", sandbox_db: "ok", schema: "ok", jobs: "ok" } },
    ]);
  });

  test("503 db_unavailable without a running job runner, and 200 once it runs", async () => {
    world.services.jobs.detach();
    const answer = await ready();
    expect([answer.status, answer.json.error, answer.json.ready]).toEqual([503, "db_unavailable", false]);
    expect(answer.json.details).toEqual([{ field: "jobs", message: "the job runner is not running" }]);
    expect(answer.json.checks.live_db).toBe("ok");
    world.services.jobs.attach({ fault: () => null, list: () => [], begin: () => null });
    world.clock.advance(REMEMBERED_MS);
    expect((await ready()).status).toBe(200);
  });

  test("503 if a newer version has migrated the file", async () => {
    const other = new SqliteDatabase(join(world.dataDir, "sandbox.db"));
    other.run("INSERT INTO schema_migrations VALUES (999, '0999_future', 'x', 0)");
    other.close();
    const answer = await ready();
    expect([answer.status, answer.json.details[0].field]).toEqual([503, "schema"]);
    expect(answer.json.details[0].message).toContain("0999_future");
  });

  test("503 if live.db accepts no writes", async () => {
    const other = new SqliteDatabase(join(world.dataDir, "live.db"));
    other.run("BEGIN IMMEDIATE");
    const answer = await ready();
    other.run("ROLLBACK");
    other.close();
    expect([answer.status, answer.json.details[0].field]).toEqual([503, "live_db"]);
  });

  test("many requests cause one test write per 2 s", async () => {
    const commits = () =>
      world.services.live.read.get<{ data_version: number }>("PRAGMA data_version")?.data_version ?? 0;
    const before = commits();
    await Promise.all(Array.from({ length: 50 }, ready));
    await ready();
    const between = commits();
    world.clock.advance(REMEMBERED_MS);
    await ready();
    expect([between - before, commits() - between]).toEqual([1, 1]);
  });
});
