import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { CHECKS } from "../../../../src/compose/modules.ts";
import { openIncident, updateIncidentBy } from "../../../../src/modules/status/incidents/index.ts";
import { createMaintenance } from "../../../../src/modules/status/maintenance/index.ts";
import { totalDays } from "../../../../src/modules/status/system/history/history.ts";
import { standsUntil } from "../../../../src/modules/status/system/history/spans.ts";
import { readDays, readTallies } from "../../../../src/modules/status/system/read.ts";
import { noTime, type Tally } from "../../../../src/modules/status/system/rules.ts";
import { decodeMeasured } from "../../../../src/modules/status/system/snapshots/take-snapshot.ts";
import { listSnapshotsBetween } from "../../../../src/modules/status/system/store.ts";
import type { World } from "../../../harness/app/world.ts";
import { seededRandom } from "../../../harness/simulation/random.ts";
import { createPunctualWorld, endJob, HOUR_MS, MINUTE_MS, snapshots } from "./fixture.ts";

const ACTOR = { kind: "operator", name: "zoe", role: "operator", session: null } as const;

let world: World;

beforeEach(async () => {
  world = await createPunctualWorld({ PUBLIC_BASE_URL: "https://salute.example" });
});

afterEach(() => world.close());

const OUTAGE = {
  title: "Payments are late",
  severity: "bad",
  state: "investigating",
  checks: ["jobs"],
  isPublic: true,
  message: "We look.",
} as const;

async function announce(changes: Partial<Parameters<typeof openIncident>[2]> = {}): Promise<number> {
  const { id } = await world.services.live.writer.run((tx) =>
    openIncident(tx, ACTOR, { ...OUTAGE, ...changes }),
  );
  return id;
}

const edit = (id: number, changes: Partial<Parameters<typeof openIncident>[2]>) =>
  world.services.live.writer.run((tx) => updateIncidentBy(tx, ACTOR, { id, ...changes }));
const maintain = (checks: string[], title = "Larger disk", fromMs = 0) =>
  world.services.live.writer.run((tx) =>
    createMaintenance(
      tx,
      { kind: "command", name: "test" },
      { title, checks, startsAt: tx.now + fromMs, ends: tx.now + fromMs + HOUR_MS },
    ),
  );

const json = async (path: string) => (await world.call("GET", path)).json;
const badge = async (name: string) =>
  /aria-label="([^"]*)"/.exec((await world.call("GET", `/badges/${name}.svg`)).text)?.[1];

/** The service and the check jobs, in every output that shows the present. */
async function outputs(): Promise<object> {
  const status = await json("/status.json");
  const summary = await json("/api/v2/summary.json");
  const page = (await world.call("GET", "/status")).text;
  const dashboard = await json("/transparency/trust-dashboard.json");
  const component = ({ id }: { id: string }) => id === "jobs";
  return {
    status: [status.overall, status.checks.jobs.status],
    statuspage: [
      summary.status.indicator,
      (await json("/api/v2/status.json")).status.indicator,
      summary.components.find(component).status,
      (await json("/api/v2/components.json")).components.find(component).status,
    ],
    badges: [await badge("overall"), await badge("jobs")],
    page: /class="overall overall-(\w+)"/.exec(page)?.[1],
    trust: (await json("/trust.json")).controls[0].status,
    dashboard: dashboard.controls.find(({ id }: { id: string }) => id === "open_incidents").status,
  };
}

const FINE = {
  status: ["ok", "ok"],
  statuspage: ["none", "none", "operational", "operational"],
  badges: ["status: ok", "jobs: ok"],
  page: "ok",
  trust: "ok",
  dashboard: "ok",
};

describe("an operator's public incident", () => {
  test("sets the checks it names and overall to at least its severity, in every output, until it is resolved", async () => {
    await snapshots(world, 1);
    expect(await outputs()).toEqual(FINE);
    const id = await announce();
    expect(await outputs()).toEqual({
      status: ["bad", "bad"],
      statuspage: ["major", "major", "major_outage", "major_outage"],
      badges: ["status: bad", "jobs: bad"],
      page: "bad",
      trust: "bad",
      dashboard: "bad",
    });
    expect((await json("/status.json")).checks).toMatchObject({
      jobs: { measured_status: "ok", incident_ids: [id] },
      database: { status: "ok", incident_ids: [] },
    });
    await edit(id, { severity: "warn" });
    expect(await outputs()).toMatchObject({ status: ["warn", "warn"], dashboard: "warn" });
    await edit(id, { state: "resolved" });
    expect(await outputs()).toEqual(FINE);
  });

  test("never makes a status better", async () => {
    for (let failed = 0; failed < 5; failed++) await endJob(world, "failed");
    await announce({ severity: "warn", checks: ["jobs"] });
    const { overall, checks } = await json("/status.json");
    expect([overall, checks.jobs.status]).toEqual(["bad", "bad"]);
  });

  test("without checks concerns the whole service, and no single check", async () => {
    await announce({ checks: [], severity: "warn" });
    const { overall, checks } = await json("/status.json");
    const states = Object.values<{ status: string }>(checks).map(({ status }) => status);
    expect([overall, [...new Set(states)]]).toEqual(["warn", ["ok"]]);
  });

  test("that is not public changes nothing", async () => {
    await snapshots(world, 1);
    await announce({ isPublic: false });
    expect(await outputs()).toEqual(FINE);
  });

  test("counts during maintenance, too", async () => {
    await maintain([]);
    await announce();
    expect(await outputs()).toMatchObject({
      status: ["bad", "bad"],
      statuspage: ["major", "major", "major_outage", "major_outage"],
      badges: ["status: bad", "jobs: bad"],
      page: "bad",
    });
    expect(await badge("database")).toBe("database: maintenance");
  });

  test("counts in the uptime of the service and of its checks as its severity", async () => {
    await snapshots(world, 2);
    const id = await announce();
    await snapshots(world, 3);
    await edit(id, { state: "resolved" });
    await snapshots(world, 1);
    const { overall, checks } = await json("/api/public/system-status/uptime?hours=1");
    expect([overall.seconds, checks.jobs.seconds, checks.database.seconds]).toMatchObject([
      { ok: 180, bad: 180 },
      { ok: 180, bad: 180 },
      { ok: 360, bad: 0 },
    ]);
  });

  test("opens no second, automatic incident", async () => {
    await announce();
    await snapshots(world, 4);
    const { incidents } = await json("/api/public/system-status/incidents");
    expect(incidents.map(({ source }: { source: string }) => source)).toEqual(["operator"]);
  });

  test("leaves none of its texts in logged snapshots", async () => {
    await announce();
    await snapshots(world, 1);
    const objects = world.services.signedLog.db.read.all<{ sha256: string }>(
      "SELECT sha256 FROM log_objects",
    );
    expect(objects.length).toBeGreaterThan(0);
    for (const { sha256 } of objects) {
      const { text } = await world.call("GET", `/log/objects/${sha256}`);
      expect(text).not.toContain("Payments");
    }
  });
});

describe("the uptime", () => {
  const { checks: named } = OUTAGE;
  const seconds = async (hours = 1) => {
    const { overall, checks } = await json(`/api/public/system-status/uptime?hours=${hours}`);
    expect(checks.jobs.seconds).toEqual(overall.seconds);
    return overall.seconds;
  };

  test("counts an incident from its start, which may be earlier than its announcement, in every output", async () => {
    await snapshots(world, 20);
    expect(await seconds()).toMatchObject({ ok: 1200, bad: 0 });
    await badge("uptime");
    await announce({ startedAt: world.clock.now() - 15 * MINUTE_MS });
    expect(await seconds()).toEqual({ ok: 300, warn: 0, bad: 900, maintenance: 0, unknown: 2400 });
    expect(await badge("uptime")).toBe("uptime 90 d: 25.00 % of 20 min measured");
    expect((await world.call("GET", "/status")).text.includes("25.00 %, 15 min bad")).toBe(true);
    const { checks } = await json("/api/public/system-status/uptime?hours=1");
    expect(checks.database.seconds).toMatchObject({ ok: 1200, bad: 0 });
  });

  test("counts an incident that is declared when it is over, also where nothing was measured", async () => {
    await snapshots(world, 10);
    world.clock.advance(20 * MINUTE_MS);
    await announce({ startedAt: world.clock.now() - 25 * MINUTE_MS, severity: "warn", state: "resolved" });
    world.clock.advance(5 * MINUTE_MS);
    expect(await seconds()).toEqual({ ok: 300, warn: 1500, bad: 0, maintenance: 0, unknown: 1800 });
    expect(await json("/api/public/system-status/uptime?hours=1")).toMatchObject({
      overall: { coverage: 0.5, degraded_pct: 83.334, uptime_pct: 16.666 },
    });
    expect(await json("/api/public/system-status/incidents?hours=1")).toMatchObject({
      coverage: 0.5,
      measured_seconds: 1800,
    });
  });

  test.each([
    ["between two snapshots", 10_000, 1200, 2],
    ["across a snapshot", 40_000, 60_000, 60],
    ["of several snapshots", 40_000, 150_000, 150],
  ])("counts no more and no less than an incident's time: %s", async (_, afterMs, openMs, bad) => {
    await snapshots(world, 2);
    const from = world.clock.now() + afterMs;
    let id = 0;
    for (let step = 0; step < 500; step++) {
      if (world.clock.now() === from) id = await announce();
      if (world.clock.now() === from + openMs) await edit(id, { state: "resolved" });
      if (world.clock.now() % MINUTE_MS === 0) await snapshots(world, 1, 400);
      else world.clock.advance(400);
    }
    expect(await seconds()).toMatchObject({ bad, warn: 0, ok: 320 - bad });
  });

  test("follows the severity and checks that each edit names, and a correction after the end", async () => {
    await snapshots(world, 1);
    const id = await announce({ severity: "warn", checks: [] });
    await snapshots(world, 2);
    await edit(id, { severity: "bad", checks: named });
    await snapshots(world, 3);
    await edit(id, { state: "resolved", severity: "warn" });
    await snapshots(world, 4);
    const counted = async () => {
      const { overall, checks } = await json("/api/public/system-status/uptime?hours=1");
      return [overall, checks.jobs].map((each) => [each.seconds.warn, each.seconds.bad]);
    };
    expect(await counted()).toEqual([
      [120, 180],
      [0, 180],
    ]);
    await edit(id, { message: "It was not that bad.", severity: "bad" });
    await edit(id, { severity: "warn", checks: ["rpc"] });
    expect(await counted()).toEqual([
      [300, 0],
      [0, 0],
    ]);
    // Back to what the closing edit said is a correction, too.
    await edit(id, { severity: "bad", checks: named });
    await edit(id, { severity: "warn" });
    expect(await counted()).toEqual([
      [300, 0],
      [300, 0],
    ]);
    await edit(id, { isPublic: false });
    expect(await seconds()).toMatchObject({ ok: 600, warn: 0, bad: 0 });
  });

  test("knows nothing of what an incident said while it was private", async () => {
    await snapshots(world, 1);
    const id = await announce({ severity: "bad", checks: named, isPublic: false });
    await snapshots(world, 2);
    await edit(id, { severity: "warn", isPublic: true });
    await snapshots(world, 1);
    expect(await seconds()).toMatchObject({ bad: 0, warn: 180, ok: 60 });
  });

  test("equals what a count of each span gives, whatever the incidents, gaps and windows", async () => {
    const random = seededRandom(20_261_129);
    const { live } = world.services;
    const facts = () => ({
      severity: random() < 0.5 ? ("warn" as const) : ("bad" as const),
      checks: random() < 0.3 ? [] : random() < 0.5 ? ["jobs"] : ["rpc", "jobs"],
    });
    const told: (ReturnType<typeof facts> & { id: number; from: number; to: number })[] = [];
    const openEnd = Number.POSITIVE_INFINITY;
    for (let step = 0; step < 300; step++) {
      if (random() < 0.05) await endJob(world, random() < 0.5 ? "ok" : "failed");
      if (random() < 0.03) await maintain(random() < 0.5 ? [] : ["rpc"], `Work ${step}`);
      world.clock.advance(Math.floor(random() * 20_000));
      const at = world.clock.now();
      const open = told.find(({ to }) => to === openEnd);
      const next = facts();
      if (open === undefined && random() < 0.1) {
        const from = at - Math.floor(random() * HOUR_MS);
        told.push({ ...next, from, to: openEnd, id: await announce({ ...next, startedAt: from }) });
      } else if (open !== undefined && random() < 0.2) {
        const isEnd = random() < 0.5;
        await edit(open.id, isEnd ? { state: "resolved" } : { ...next, message: "News" });
        open.to = at;
        if (!isEnd) told.push({ ...next, from: at, to: openEnd, id: open.id });
      }
      const pause = random() < 0.03 ? random() * 9 * HOUR_MS : 30_000 + random() * 45_000;
      await snapshots(world, 1, Math.floor(pause));
    }
    const now = world.clock.now();
    expect(told.length).toBeGreaterThan(10);
    const rows = listSnapshotsBetween(live.read, 0, now);
    const spans = rows.map((row, index) => ({
      from: row.taken_at,
      to: standsUntil(row.taken_at, rows[index + 1]?.taken_at ?? null, now),
      states: decodeMeasured(row, CHECKS),
    }));
    const slowTally = (subject: string, from: number): Tally => {
      const tally = noTime();
      const mine = told.filter(({ checks }) => subject === "overall" || checks.includes(subject));
      const bounds = new Set([from, now, ...[...spans, ...mine].flatMap((each) => [each.from, each.to])]);
      const sorted = [...bounds].filter((at) => at >= from && at <= now).sort((a, b) => a - b);
      for (const [index, to] of sorted.slice(1).entries()) {
        const at = sorted[index] ?? to;
        const covers = (each: { from: number; to: number }) => each.from <= at && at < each.to;
        const states = [
          ...mine.filter(covers).map(({ severity }) => severity),
          spans.find(covers)?.states.get(subject) ?? "unknown",
        ];
        const state = (["bad", "warn", "maintenance", "ok"] as const).find((each) => states.includes(each));
        if (state !== undefined) tally[state] += to - at;
      }
      return tally;
    };
    const stored = { sql: live.read, checks: CHECKS };
    const subjects = ["overall", "jobs", "rpc", "database"];
    for (const hours of [1, 2, 7, 24, 2160]) {
      const from = now - hours * HOUR_MS - 12_345;
      const tallies = readTallies(stored, { from, now });
      for (const subject of subjects) expect(tallies.get(subject)).toEqual(slowTally(subject, from));
    }
    for (const [subject, days] of readDays(stored, 90, now))
      if (subjects.includes(subject))
        expect(totalDays(days).tally).toEqual(slowTally(subject, days[0]?.startsAt ?? 0));
  }, 60_000);
});

describe("Statuspage's documents", () => {
  const PAGE = { id: "salute", name: "salute", url: "https://salute.example/status", time_zone: "Etc/UTC" };
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);

  test.each([
    ["status.json", ["success", "page", "status"]],
    ["components.json", ["success", "page", "components"]],
    ["incidents.json", ["success", "page", "incidents"]],
    ["incidents/unresolved.json", ["success", "page", "incidents"]],
    ["scheduled-maintenances.json", ["success", "page", "scheduled_maintenances"]],
    ["scheduled-maintenances/upcoming.json", ["success", "page", "scheduled_maintenances"]],
    ["scheduled-maintenances/active.json", ["success", "page", "scheduled_maintenances"]],
  ])("%s has exactly Statuspage's members and success", async (path, members) => {
    const { status, json: body, headers } = await world.call("GET", `/api/v2/${path}`);
    expect([status, Object.keys(body)]).toEqual([200, members]);
    expect(body.page).toMatchObject(PAGE);
    expect(headers.get("access-control-allow-origin")).toBe("*");
  });

  test("incidents.json lists resolved incidents, unresolved.json only open ones, with what each update changed", async () => {
    const first = await announce();
    world.clock.advance(HOUR_MS);
    await edit(first, { state: "resolved", message: "Done." });
    const second = await announce({ title: "Slow", severity: "warn", checks: ["rpc"] });
    expect(ids((await json("/api/v2/incidents/unresolved.json")).incidents)).toEqual([`incident-${second}`]);
    const { incidents } = await json("/api/v2/incidents.json");
    expect(ids(incidents)).toEqual([`incident-${second}`, `incident-${first}`]);
    expect(incidents[1]).toMatchObject({
      name: "Payments are late",
      status: "resolved",
      impact: "major",
      started_at: "2026-11-21T10:00:00.000Z",
      resolved_at: "2026-11-21T11:00:00.000Z",
      components: [{ id: "jobs", status: "operational" }],
      incident_updates: [
        {
          status: "resolved",
          body: "Done.",
          affected_components: [{ code: "jobs", old_status: "major_outage", new_status: "operational" }],
        },
        {
          status: "investigating",
          affected_components: [{ code: "jobs", old_status: "operational", new_status: "major_outage" }],
        },
      ],
    });
  });

  test("maintenance is upcoming, then active, then only in the list", async () => {
    const listed = async () =>
      Promise.all(
        ["/upcoming", "/active", ""].map(async (part) =>
          (await json(`/api/v2/scheduled-maintenances${part}.json`)).scheduled_maintenances.map(
            ({ name, status, resolved_at }: Record<string, string | null>) => [name, status, resolved_at],
          ),
        ),
      );
    await maintain(["rpc"], "Later", 2 * HOUR_MS);
    await maintain([], "Now");
    const later = ["Later", "scheduled", null];
    expect(await listed()).toEqual([
      [later],
      [["Now", "in_progress", null]],
      [later, ["Now", "in_progress", null]],
    ]);
    world.clock.advance(HOUR_MS);
    expect(await listed()).toEqual([[later], [], [later, ["Now", "completed", "2026-11-21T11:00:00.000Z"]]]);
  });
});
