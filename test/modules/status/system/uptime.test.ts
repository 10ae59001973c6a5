import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { CHECKS } from "../../../../src/compose/modules.ts";
import { createMaintenance, endMaintenance } from "../../../../src/modules/status/maintenance/index.ts";
import { standsUntil } from "../../../../src/modules/status/system/history/spans.ts";
import { purgeStatus } from "../../../../src/modules/status/system/index.ts";
import { readTallies } from "../../../../src/modules/status/system/read.ts";
import { noTime, type Tally } from "../../../../src/modules/status/system/rules.ts";
import { decodeStates } from "../../../../src/modules/status/system/snapshots/take-snapshot.ts";
import { listSnapshotsBetween } from "../../../../src/modules/status/system/store.ts";
import type { World } from "../../../harness/app/world.ts";
import { expectValidators } from "../../../harness/checks/validators.ts";
import { seededRandom } from "../../../harness/simulation/random.ts";
import { createPunctualWorld, endJob, HOUR_MS, MINUTE_MS, snapshots } from "./fixture.ts";

const SYSTEM = "/api/public/system-status";

let world: World;

beforeEach(async () => {
  world = await createPunctualWorld();
});

afterEach(() => world.close());

const uptime = async (hours: number) => (await world.call("GET", `${SYSTEM}/uptime?hours=${hours}`)).json;
const incidents = async (query = "") => (await world.call("GET", `${SYSTEM}/incidents${query}`)).json;

let works = 0;

async function maintain(minutes: number, checks: string[] = [], fromMs = 0): Promise<number> {
  const { live } = world.services;
  const made = await live.writer.run((tx) =>
    createMaintenance(
      tx,
      { kind: "command", name: "test" },
      {
        title: `Work ${works++}`,
        checks,
        startsAt: tx.now + fromMs,
        ends: tx.now + fromMs + minutes * MINUTE_MS,
      },
    ),
  );
  return made.id;
}

describe("GET /api/public/system-status/uptime", () => {
  test("200 before the first snapshot: everything is unknown, without percentages", async () => {
    const answer = await uptime(24);
    const nothing = {
      seconds: { ok: 0, warn: 0, bad: 0, maintenance: 0, unknown: 86_400 },
      coverage: 0,
      degraded_pct: null,
      uptime_pct: null,
    };
    expect([answer.selected_hours, answer.start_utc, answer.end_utc]).toEqual([
      24,
      "2026-11-20T10:00:00.000Z",
      "2026-11-21T10:00:00.000Z",
    ]);
    expect([answer.overall, answer.checks.rpc]).toEqual([nothing, nothing]);
  });

  test("the service and each check separately, across hour boundaries", async () => {
    await snapshots(world, 90);
    await endJob(world, "failed");
    await snapshots(world, 30);
    const answer = await uptime(2);
    expect(answer.overall).toEqual({
      seconds: { ok: 5_400, warn: 1_800, bad: 0, maintenance: 0, unknown: 0 },
      coverage: 1,
      degraded_pct: 25,
      uptime_pct: 75,
    });
    expect([answer.checks.jobs.degraded_pct, answer.checks.rpc.degraded_pct]).toEqual([25, 0]);
    world.clock.advance(10 * MINUTE_MS);
    expect((await uptime(1)).overall.seconds).toEqual({
      ok: 1_200,
      warn: 1_800,
      bad: 0,
      maintenance: 0,
      unknown: 600,
    });
  });

  test("a gap stays unknown and is never filled in later", async () => {
    await snapshots(world, 10);
    world.clock.advance(40 * MINUTE_MS);
    await snapshots(world, 10);
    expect((await uptime(1)).overall).toMatchObject({
      seconds: { ok: 1_200, unknown: 2_400 },
      coverage: 0.333333,
      degraded_pct: 0,
    });
  });

  test("maintenance is left out: of the whole service for all checks, of a check for that check only", async () => {
    await endJob(world, "failed");
    await maintain(30);
    await maintain(60, ["rpc"]);
    await snapshots(world, 60);
    const { overall, checks } = await uptime(1);
    expect(overall).toMatchObject({
      seconds: { ok: 0, warn: 1_800, maintenance: 1_800, unknown: 0 },
      coverage: 1,
      degraded_pct: 100,
    });
    expect(checks.rpc).toMatchObject({
      seconds: { maintenance: 3_600 },
      degraded_pct: null,
      uptime_pct: null,
    });
    expect(checks.database.seconds).toMatchObject({ ok: 1_800, maintenance: 1_800 });
  });

  test("a check under maintenance does not degrade the whole service", async () => {
    await endJob(world, "failed");
    await maintain(60, ["jobs"]);
    const { overall, in_maintenance, checks } = (await world.call("GET", SYSTEM)).json;
    expect([overall, in_maintenance, checks.jobs.status, checks.jobs.in_maintenance]).toEqual([
      "ok",
      false,
      "warn",
      true,
    ]);
  });

  test("maintenance ended early counts until its actual end", async () => {
    const id = await maintain(60);
    await snapshots(world, 10);
    await world.services.live.writer.run((tx) => endMaintenance(tx, { kind: "command", name: "test" }, id));
    await snapshots(world, 10);
    expect((await uptime(1)).overall.seconds).toMatchObject({ ok: 600, maintenance: 600 });
  });

  test("an answer is cached for 10 s, with matching validators", async () => {
    await uptime(24);
    world.clock.advance(9_999);
    const lastModified = "Sat, 21 Nov 2026 10:00:00 GMT";
    const cacheControl = "public, max-age=10";
    await expectValidators(world, `${SYSTEM}/uptime`, {}, { lastModified, cacheControl });
  });

  test.each(["0", "2161", "1.5"])("400 naming the field for hours=%s", async (hours) => {
    for (const path of ["uptime", "incidents"]) {
      const { status, json } = await world.call("GET", `${SYSTEM}/${path}?hours=${hours}`);
      expect([status, json.details[0].field]).toEqual([400, "hours"]);
    }
  });

  test("hourly sums equal the snapshots, whatever the gaps and windows", async () => {
    const random = seededRandom(20_261_121);
    const { live } = world.services;
    for (let step = 0; step < 400; step++) {
      if (random() < 0.05) await endJob(world, random() < 0.5 ? "ok" : "failed");
      if (random() < 0.02)
        await maintain(1 + Math.floor(random() * 20), random() < 0.5 ? [] : ["rpc", "jobs"]);
      const pause = random() < 0.03 ? random() * 5 * HOUR_MS : 50_000 + random() * 45_000;
      await snapshots(world, 1, Math.floor(pause));
    }
    const now = world.clock.now();
    for (const hours of [1, 2, 3, 7, 24, 240]) {
      const from = now - hours * HOUR_MS;
      expect(Object.fromEntries(readTallies({ sql: live.read, checks: CHECKS }, { from, now }))).toEqual(
        slowTallies(from, now),
      );
    }
  }, 60_000);

  /** The same result computed from single snapshots. */
  function slowTallies(from: number, now: number): Record<string, Tally> {
    const { live } = world.services;
    const rows = listSnapshotsBetween(live.read, 0, now);
    const tallies: Record<string, Tally> = {};
    for (const [index, row] of rows.entries()) {
      const until = standsUntil(row.taken_at, rows[index + 1]?.taken_at ?? null, now);
      const ms = Math.max(0, until - Math.max(from, row.taken_at));
      for (const [subject, state] of decodeStates(row, CHECKS)) {
        tallies[subject] ??= noTime();
        if (state !== "unknown") (tallies[subject] as Tally)[state] += ms;
      }
    }
    return tallies;
  }
});

describe("GET /api/public/system-status/incidents", () => {
  test("200 without incidents", async () => {
    expect(await incidents()).toEqual({
      success: true,
      hours: 24,
      limit: 50,
      count: 0,
      coverage: 0,
      measured_seconds: 0,
      incidents: [],
    });
  });

  test("says for how much of the window the state is known", async () => {
    await snapshots(world, 144);
    expect(await incidents()).toMatchObject({ count: 0, coverage: 0.1, measured_seconds: 8640 });
  });

  test("lists open, then ended incidents, newest first, by window and limit", async () => {
    await endJob(world, "failed");
    await snapshots(world, 3);
    expect((await incidents()).incidents).toMatchObject([
      {
        id: 1,
        started_at: "2026-11-21T10:00:00.000Z",
        ended_at: null,
        duration_seconds: 180,
        severity: "warn",
        checks: ["jobs"],
      },
    ]);
    await endJob(world, "ok");
    await snapshots(world, 3);
    world.clock.advance(2 * HOUR_MS);
    for (let failed = 0; failed < 5; failed++) await endJob(world, "failed");
    await snapshots(world, 2);
    const all = await incidents();
    expect(all.incidents).toMatchObject([
      { severity: "bad", ended_at: null },
      { severity: "warn", ended_at: "2026-11-21T10:03:00.000Z", duration_seconds: 180 },
    ]);
    expect(all.count).toBe(2);
    expect((await incidents("?limit=1")).incidents).toHaveLength(1);
    expect((await incidents("?hours=1")).incidents).toHaveLength(1);
  });

  test("maintenance of the whole service neither opens nor closes an incident", async () => {
    await endJob(world, "failed");
    await maintain(5);
    await snapshots(world, 5);
    expect((await incidents()).count).toBe(0);
    await snapshots(world, 2);
    await endJob(world, "ok");
    await maintain(5);
    await snapshots(world, 5);
    expect((await incidents()).incidents).toMatchObject([{ ended_at: null }]);
  });

  test("Last-Modified is the time of the answer", async () => {
    const lastModified = "Sat, 21 Nov 2026 10:00:00 GMT";
    const cacheControl = "public, max-age=10";
    await expectValidators(world, `${SYSTEM}/incidents`, {}, { lastModified, cacheControl });
  });
});

describe("expired history", () => {
  test("is deleted in chunks, with its hours and incidents; the open incident stays", async () => {
    const { live } = world.services;
    await endJob(world, "failed");
    await snapshots(world, 2);
    await endJob(world, "ok");
    await snapshots(world, 3);
    world.clock.advance(2 * HOUR_MS);
    await endJob(world, "failed");
    await snapshots(world, 2);
    const subjects =
      live.read.get<{ n: number }>("SELECT count(DISTINCT subject) AS n FROM status_hours")?.n ?? 0;
    expect(subjects).toBeGreaterThan(2);
    const purge = () => live.writer.run((tx) => purgeStatus(tx, world.clock.now() - 30 * MINUTE_MS, 2));
    let deleted = 0;
    for (let gone = await purge(); gone > 0; gone = await purge()) {
      expect(gone).toBeLessThanOrEqual(6);
      deleted += gone;
    }
    expect(deleted).toBe(5 + subjects + 1);
    const count = (table: string) => live.read.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n;
    expect([count("status_snapshots"), count("status_hours"), count("status_incidents")]).toEqual([
      2,
      subjects,
      1,
    ]);
  });
});

describe("over a year of snapshots", () => {
  test("no answer reads more than its window: every query plan uses a key", async () => {
    const { live } = world.services;
    const plan = (query: string) =>
      live.read
        .all<{ detail: string }>(`EXPLAIN QUERY PLAN ${query}`)
        .map(({ detail }) => detail)
        .join("; ");
    const plans = [
      plan("SELECT * FROM status_snapshots ORDER BY taken_at DESC LIMIT 1440"),
      plan("SELECT * FROM status_snapshots WHERE taken_at BETWEEN 1 AND 2 ORDER BY taken_at"),
      plan("SELECT sum(ok_ms) FROM status_hours WHERE subject = 'overall' AND hour >= 5"),
      plan(
        "SELECT hour / 24 AS day, sum(ok_ms) FROM status_hours WHERE subject = 'rpc' AND hour >= 5 GROUP BY hour / 24",
      ),
      plan("SELECT * FROM status_incidents WHERE ended_at >= 5 ORDER BY ended_at DESC LIMIT 50"),
      plan("SELECT * FROM status_incidents WHERE ended_at IS NULL ORDER BY id DESC LIMIT 1"),
    ];
    expect(plans[0]).toBe("SCAN status_snapshots");
    expect(plans[1]).toContain("USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)");
    expect(plans[2]).toContain("USING PRIMARY KEY (subject=? AND hour>?)");
    expect(plans[3]).toContain("USING PRIMARY KEY (subject=? AND hour>?)");
    expect(plans[4]).toContain("USING INDEX status_incidents_ended (ended_at>?)");
    expect(plans[5]).toMatch(/INDEX status_incidents_(open|ended)/);
    for (const each of [plans[0], plans[1], plans[2], plans[4]]) expect(each).not.toContain("TEMP B-TREE");
  });
});
