import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { CHECKS } from "../../../../src/compose/modules.ts";
import { switchSafeMode } from "../../../../src/modules/platform/state/index.ts";
import { insertWindow } from "../../../../src/modules/status/maintenance/store.ts";
import { takeSnapshot } from "../../../../src/modules/status/system/index.ts";
import { SystemStatus } from "../../../../src/modules/status/system/system-status.ts";
import { runJob } from "../../../harness/app/jobs.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { expectValidators } from "../../../harness/checks/validators.ts";
import { createPunctualWorld, DAY_MS, endJob, HOUR_MS, MINUTE_MS, snapshots } from "./fixture.ts";

const TARGET = "/api/public/system-status";

let world: World;

beforeEach(async () => {
  world = await createPunctualWorld();
});

afterEach(() => world.close());

const status = async () => (await world.call("GET", TARGET)).json;

describe("GET /api/public/system-status", () => {
  test("200 before anything has run: every check is ok and says that there is no data yet", async () => {
    const { overall, checks, maintenance, last_snapshot_at, chain_mode, policy_version } = await status();
    expect(Object.keys(checks)).toEqual([...CHECKS.names]);
    expect([overall, maintenance, last_snapshot_at, chain_mode, policy_version]).toEqual([
      "ok",
      [],
      null,
      "demo",
      "punctual",
    ]);
    expect(Object.values<{ status: string }>(checks).map((each) => each.status)).toEqual(
      CHECKS.names.map(() => "ok"),
    );
    expect(checks.jobs.message).toBe("No job has run yet.");
    expect(checks.database).toMatchObject({
      message: "The databases accept reads and changes.",
      observed: { writable: true, safe_mode: false },
      thresholds: { wal_mib_warn: 256, wal_mib_bad: 2048 },
      evidence_url: "/readyz",
      in_maintenance: false,
    });
  });

  test("checks carry the members that the interface defines, beside `observed`", async () => {
    const { checks } = await status();
    const reliability = {
      window_days: 7,
      job_count: 0,
      avg_success_streak: null,
      avg_mttr_minutes: null,
      jobs_with_mttr_samples: 0,
      unresolved_failure_jobs: 0,
    };
    expect(checks.reliability).toMatchObject({ ...reliability, observed: reliability });
    expect(checks.mint_authority).toMatchObject({ expectation_configured: false, mismatch: false });
    expect(checks.jobs.jobs).toContainEqual({
      name: "retention",
      schedule: "17 3 * * *",
      last_status: null,
      last_started_at: null,
      last_ok_at: null,
      failures_in_a_row: 0,
      late_minutes: 0,
    });
    expect(checks.jobs.observed).not.toHaveProperty("jobs");
  });

  test("/status.json is identical, byte for byte", async () => {
    expect((await world.call("GET", "/status.json")).text).toBe((await world.call("GET", TARGET)).text);
  });

  test("links only evidence that the build has", async () => {
    // Until then the proof of the supply answers 503 (contract section 11).
    await runJob(world, "public_stats");
    const { checks } = await status();
    for (const { evidence_url } of Object.values<{ evidence_url: string | null }>(checks)) {
      if (evidence_url !== null) expect((await world.call("GET", evidence_url)).status).toBe(200);
    }
  });

  test("is cached for 5 s", async () => {
    await status();
    await endJob(world, "failed");
    world.clock.advance(4_999);
    expect((await status()).overall).toBe("ok");
    world.clock.advance(1);
    expect((await status()).overall).toBe("warn");
  });

  test("Last-Modified is the time of the report", async () => {
    await status();
    world.clock.advance(3_000);
    const expected = { lastModified: "Sat, 21 Nov 2026 10:00:00 GMT", cacheControl: "public, max-age=5" };
    await expectValidators(world, TARGET, {}, expected);
    await expectValidators(world, "/status.json", {}, expected);
  });
});

describe("the checks", () => {
  test("database: warn in safe mode, without the reason", async () => {
    await world.services.live.writer.run((tx) =>
      switchSafeMode(tx, { kind: "command", name: "test" }, "secret reason"),
    );
    const answer = await world.call("GET", TARGET);
    expect(answer.json.checks.database).toMatchObject({ status: "warn", observed: { safe_mode: true } });
    expect(answer.text).not.toContain("secret reason");
  });

  test("database: bad once a file accepts no changes, and the status is still answered", async () => {
    await world.services.sandbox.writer.close();
    const { overall, checks } = await status();
    expect([overall, checks.database.status]).toEqual(["bad", "bad"]);
    expect(checks.database.message).toBe("A database is not ready: sandbox_db cannot be written.");
  });

  test("jobs: warn after one failure of a job, bad after five, ok after its next success", async () => {
    const jobs = async () => {
      world.clock.advance(5_000);
      return (await status()).checks.jobs;
    };
    await endJob(world, "ok");
    await endJob(world, "failed");
    expect(await jobs()).toMatchObject({ status: "warn", message: "Failing: retention." });
    for (let failed = 1; failed < 5; failed++) await endJob(world, "failed");
    expect(await jobs()).toMatchObject({ status: "bad", observed: { failing_jobs: 1 } });
    await endJob(world, "ok");
    expect((await jobs()).status).toBe("ok");
  });

  test("jobs: late if not started on schedule, counted from the start of the process", async () => {
    const strict = await createWorld();
    try {
      await strict.services.live.writer.run((tx) =>
        tx.run(
          "INSERT INTO job_runs (job, trigger, status, started_at) VALUES ('retention', 'schedule', 'ok', ?)",
          tx.now - 10 * DAY_MS,
        ),
      );
      const late = async () => {
        const { jobs } = (await strict.call("GET", TARGET)).json.checks;
        const named = (each: { name: string }) => each.name === "status_snapshot";
        return [jobs.status, jobs.jobs.find(named).late_minutes];
      };
      strict.clock.advance(5 * MINUTE_MS);
      expect(await late()).toEqual(["ok", 4]);
      strict.clock.advance(MINUTE_MS);
      expect(await late()).toEqual(["warn", 5]);
      strict.clock.advance(HOUR_MS);
      expect((await late())[0]).toBe("bad");
    } finally {
      await strict.close();
    }
  });

  test("rpc: bad in production without a chain, unlike all other checks", async () => {
    const production = await createWorld({ SALUTE_ENV: "production" });
    try {
      const { overall, checks, chain_mode } = (await production.call("GET", TARGET)).json;
      expect([overall, checks.rpc.status, chain_mode]).toEqual(["bad", "bad", null]);
      expect(checks.rpc.message).toBe(
        "No chain is configured: SOLANA_RPC_URLS and TOKEN_MINT must both be set. Operations that need a chain answer 503.",
      );
      const others = CHECKS.names.filter((name) => name !== "rpc").map((name) => checks[name].status);
      expect(new Set(others)).toEqual(new Set(["ok"]));
    } finally {
      await production.close();
    }
  });

  test("backup: ok without one for a day, then warn", async () => {
    const strict = await createWorld();
    const backup = async () => (await strict.call("GET", TARGET)).json.checks.backup.status;
    strict.clock.advance(DAY_MS - 1);
    expect(await backup()).toBe("ok");
    strict.clock.advance(5_001);
    expect(await backup()).toBe("warn");
    await strict.close();
  });

  test("a snapshot of another process renews the report at once", async () => {
    const jobs = async () => (await world.call("GET", TARGET)).json.checks.jobs.status;
    expect(await jobs()).toBe("ok");
    await endJob(world, "failed");
    expect(await jobs()).toBe("ok");
    await world.services.live.writer.run((tx) =>
      tx.run(
        "INSERT INTO status_snapshots (taken_at, overall, states, in_maintenance) VALUES (?, 'warn', 'ow', 0)",
        tx.now,
      ),
    );
    expect(await jobs()).toBe("warn");
  });

  test("a check that throws is bad without details, and the others are unaffected", async () => {
    const { policy } = world.services.status;
    const fine = () => ({ status: "ok" as const, message: "fine", observed: {} });
    const broken = CHECKS.all.map((check) => ({
      ...check,
      look: () => {
        if (check.name === "rpc") throw new Error("connect ECONNREFUSED secret.example");
        return fine();
      },
    }));
    const { overall, checks: found } = await new SystemStatus({
      policy,
      checks: broken,
      sql: world.services.live.read,
      clock: world.clock,
      log: world.services.log,
    }).look();
    expect(overall).toBe("bad");
    expect(found.get("rpc")).toMatchObject({
      status: "bad",
      message: "The check could not run.",
      observed: {},
    });
    expect(found.get("jobs")?.status).toBe("ok");
  });
});

describe("GET /api/public/system-status/trend", () => {
  const trend = async (query = "") => (await world.call("GET", `${TARGET}/trend${query}`)).json;

  test("200 with no points before the first snapshot", async () => {
    expect(await trend()).toEqual({
      success: true,
      limit: 50,
      counts: { ok: 0, warn: 0, bad: 0 },
      points: [],
    });
  });

  test("the newest snapshots, newest first, with counts per state", async () => {
    await snapshots(world, 2);
    await endJob(world, "failed");
    await snapshots(world, 1);
    expect(await trend("?limit=2")).toEqual({
      success: true,
      limit: 2,
      counts: { ok: 1, warn: 1, bad: 0 },
      points: [
        { generated_at: "2026-11-21T10:02:00.000Z", overall: "warn" },
        { generated_at: "2026-11-21T10:01:00.000Z", overall: "ok" },
      ],
    });
  });

  test("Last-Modified is the time of the newest snapshot", async () => {
    await snapshots(world, 1);
    const lastModified = "Sat, 21 Nov 2026 10:00:00 GMT";
    await expectValidators(
      world,
      `${TARGET}/trend`,
      {},
      { lastModified, cacheControl: "public, max-age=10" },
    );
  });

  test.each(["0", "1441", "x"])("400 naming the field for limit=%s", async (limit) => {
    const { status: code, json } = await world.call("GET", `${TARGET}/trend?limit=${limit}`);
    expect([code, json.details[0].field]).toEqual([400, "limit"]);
  });

  test("a day of snapshots fits into one answer", async () => {
    expect((await trend("?limit=1440")).limit).toBe(1440);
  });
});

describe("a snapshot", () => {
  test("returns the changes since the previous one, for alerts; the first returns none", async () => {
    const { live, status: system } = world.services;
    const take = async () => {
      const report = await system.look();
      return live.writer.run((tx) => takeSnapshot(tx, system, report));
    };
    expect(await take()).toEqual([]);
    world.clock.advance(MINUTE_MS);
    await endJob(world, "failed");
    expect(await take()).toEqual([
      { subject: "overall", from: "ok", to: "warn" },
      { subject: "jobs", from: "ok", to: "warn" },
    ]);
  });

  test("is never backdated: none is stored while the clock is behind the last one", async () => {
    await snapshots(world, 2);
    world.clock.advance(-2 * HOUR_MS);
    await snapshots(world, 1);
    world.clock.advance(2 * HOUR_MS);
    expect((await world.call("GET", `${TARGET}/trend`)).json.points).toHaveLength(2);
  });

  test("can be taken by a command beside a server", async () => {
    const { salute } = await import("../../../harness/processes/commands.ts");
    world.clock.advance(Date.now() - world.clock.now());
    const ran = await salute(["jobs", "run", "status_snapshot", "--data", world.dataDir]);
    expect([ran.code, ran.err]).toEqual([0, ""]);
    world.clock.advance(10_000);
    expect((await world.call("GET", `${TARGET}/trend`)).json.points).toHaveLength(1);
  });
});

describe("changes stored by a command beside the server", () => {
  const trend = async () => (await world.call("GET", `${TARGET}/trend`)).json.points.length;
  const uptime = async () => (await world.call("GET", `${TARGET}/uptime`)).json.overall.seconds;

  test("a snapshot appears at once in every cached answer", async () => {
    await snapshots(world, 1, 0);
    await world.call("GET", "/status");
    const before = [await trend(), (await status()).last_snapshot_at, (await uptime()).ok];
    world.clock.advance(MINUTE_MS);
    const again = [await trend(), (await status()).last_snapshot_at, (await uptime()).ok];
    expect(again).toEqual([before[0], before[1], 60]);
    await endJob(world, "failed");
    world.clock.advance(1_000);
    await snapshots(world, 1, 0);
    world.clock.advance(1_000);
    expect([await trend(), (await uptime()).warn]).toEqual([2, 1]);
    expect((await status()).last_snapshot_at).toBe(new Date(world.clock.now() - 1_000).toISOString());
  });

  test("maintenance appears at once", async () => {
    expect((await status()).maintenance).toEqual([]);
    await world.services.live.writer.run((tx) =>
      insertWindow(tx, {
        title: "New disk",
        checks: ["database"],
        starts_at: tx.now - 1,
        ends_at: tx.now + HOUR_MS,
      }),
    );
    const { maintenance, checks } = await status();
    expect([maintenance.length, checks.database.in_maintenance]).toEqual([1, true]);
  });
});
