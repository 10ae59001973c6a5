import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { openIncident, updateIncidentBy } from "../../../../src/modules/status/incidents/index.ts";
import { createMaintenance } from "../../../../src/modules/status/maintenance/index.ts";
import type { World } from "../../../harness/app/world.ts";
import { createPunctualWorld, endJob, HOUR_MS, snapshots } from "./fixture.ts";

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
