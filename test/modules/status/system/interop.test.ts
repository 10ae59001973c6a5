import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { CHECKS } from "../../../../src/compose/modules.ts";
import { createMaintenance } from "../../../../src/modules/status/maintenance/index.ts";
import { runJobs } from "../../../harness/app/jobs.ts";
import type { World } from "../../../harness/app/world.ts";
import { deadLinks } from "../../../harness/checks/dead-links.ts";
import { expectValidators } from "../../../harness/checks/validators.ts";
import { createPunctualWorld, endJob, HOUR_MS, snapshots } from "./fixture.ts";

const START = "Sat, 21 Nov 2026 10:00:00 GMT";

let world: World;

beforeEach(async () => {
  world = await createPunctualWorld({ PUBLIC_BASE_URL: "https://salute.example" });
});

afterEach(() => world.close());

const text = async (path: string) => (await world.call("GET", path)).text;
let works = 0;
const maintain = (checks: string[], fromMs: number) =>
  world.services.live.writer.run((tx) =>
    createMaintenance(
      tx,
      { kind: "command", name: "test" },
      {
        title: `Larger <disk> ${works++}`,
        checks,
        startsAt: tx.now + fromMs,
        ends: tx.now + fromMs + HOUR_MS,
      },
    ),
  );

/** An ended incident and an open one. */
async function haveIncidents(): Promise<void> {
  await endJob(world, "failed");
  await snapshots(world, 2);
  await endJob(world, "ok");
  await snapshots(world, 3);
  await endJob(world, "failed");
  await snapshots(world, 2);
}

describe("GET /api/v2/summary.json", () => {
  const summary = async () => (await world.call("GET", "/api/v2/summary.json")).json;

  test("200 with exactly Statuspage's members and success", async () => {
    await maintain(["rpc"], HOUR_MS);
    await endJob(world, "failed");
    await snapshots(world, 2);
    const body = await summary();
    expect(Object.keys(body)).toEqual([
      "success",
      "page",
      "components",
      "incidents",
      "scheduled_maintenances",
      "status",
    ]);
    expect(body.page).toEqual({
      id: "salute",
      name: "salute",
      url: "https://salute.example/status",
      time_zone: "Etc/UTC",
      updated_at: "2026-11-21T10:02:00.000Z",
    });
    expect(
      body.components.map(({ id, position }: { id: string; position: number }) => [id, position]),
    ).toEqual(CHECKS.names.map((name, index) => [name, index + 1]));
    expect(Object.keys(body.components[0]).sort()).toEqual([
      "created_at",
      "description",
      "group",
      "group_id",
      "id",
      "name",
      "only_show_if_degraded",
      "page_id",
      "position",
      "showcase",
      "start_date",
      "status",
      "updated_at",
    ]);
    const incident = [
      "components",
      "created_at",
      "id",
      "impact",
      "incident_updates",
      "monitoring_at",
      "name",
      "page_id",
      "resolved_at",
      "shortlink",
      "started_at",
      "status",
      "updated_at",
    ];
    expect(Object.keys(body.incidents[0]).sort()).toEqual(incident);
    expect(Object.keys(body.scheduled_maintenances[0]).sort()).toEqual(
      [...incident, "scheduled_for", "scheduled_until"].sort(),
    );
    expect(Object.keys(body.incidents[0].incident_updates[0]).sort()).toEqual([
      "affected_components",
      "body",
      "created_at",
      "custom_tweet",
      "deliver_notifications",
      "display_at",
      "id",
      "incident_id",
      "status",
      "tweet_id",
      "updated_at",
    ]);
  });

  test("maps ok, warn and bad to Statuspage's terms; a failing database is critical", async () => {
    const seen = async () => {
      world.clock.advance(5_000);
      const { status, components } = await summary();
      const jobs = components.find(({ id }: { id: string }) => id === "jobs");
      return [status.indicator, status.description, jobs.status];
    };
    expect(await seen()).toEqual(["none", "All Systems Operational", "operational"]);
    await endJob(world, "failed");
    expect(await seen()).toEqual(["minor", "Partially Degraded Service", "degraded_performance"]);
    for (let failed = 0; failed < 4; failed++) await endJob(world, "failed");
    expect(await seen()).toEqual(["major", "Partial System Outage", "major_outage"]);
    await maintain([], 0);
    expect(await seen()).toEqual(["maintenance", "Service Under Maintenance", "under_maintenance"]);
  });

  test("a database that accepts no changes is critical", async () => {
    await world.services.sandbox.writer.close();
    const { status, components } = await summary();
    expect([status.indicator, components[0].status]).toEqual(["critical", "major_outage"]);
  });

  test("contains only the open incident: investigating, then monitoring after an ok point", async () => {
    await haveIncidents();
    expect((await summary()).incidents).toMatchObject([
      {
        id: "incident-2",
        name: "Degraded: jobs",
        status: "investigating",
        impact: "minor",
        shortlink: "https://salute.example/status/incidents/2",
        started_at: "2026-11-21T10:05:00.000Z",
        monitoring_at: null,
        components: [{ id: "jobs" }],
        incident_updates: [{ affected_components: [{ code: "jobs", new_status: "degraded_performance" }] }],
      },
    ]);
    await endJob(world, "ok");
    await snapshots(world, 1);
    expect((await summary()).incidents).toMatchObject([
      { status: "monitoring", monitoring_at: "2026-11-21T10:07:00.000Z" },
    ]);
  });

  test("maintenance in progress and scheduled", async () => {
    await maintain(["rpc"], HOUR_MS);
    await maintain(["jobs"], 0);
    expect((await summary()).scheduled_maintenances).toMatchObject([
      { status: "in_progress", components: [{ id: "jobs" }], scheduled_for: "2026-11-21T10:00:00.000Z" },
      { status: "scheduled", components: [{ id: "rpc" }], impact: "maintenance" },
    ]);
  });

  test("Last-Modified is the time of the report", async () => {
    await expectValidators(
      world,
      "/api/v2/summary.json",
      {},
      {
        lastModified: START,
        cacheControl: "public, max-age=5",
      },
    );
  });
});

describe.each([
  ["/history.rss", "application/rss+xml; charset=utf-8", "item"],
  ["/history.atom", "application/atom+xml; charset=utf-8", "entry"],
])("GET %s", (path, type, element) => {
  test("200 without incidents; Last-Modified is the start of the process", async () => {
    const { status, headers, text: feed } = await world.call("GET", path);
    expect([status, headers.get("content-type"), headers.get("last-modified")]).toEqual([200, type, START]);
    expect(feed).toStartWith('<?xml version="1.0" encoding="UTF-8"?>\n<');
    expect(feed).not.toContain(`<${element}>`);
  });

  test("has every incident, newest first, each with a permanent URL", async () => {
    await haveIncidents();
    const feed = await text(path);
    const titles = [...feed.matchAll(/<title>([^<]*)<\/title>/g)].map((match) => match[1]);
    expect(titles).toEqual(["salute status: incidents", "Degraded: jobs", "Degraded: jobs (resolved)"]);
    expect(feed).toContain("https://salute.example/status/incidents/1");
    expect(feed).toContain("jobs was warn from 2026-11-21T10:00:00.000Z to 2026-11-21T10:02:00.000Z, 2 min.");
    expect(feed).toContain("not resolved yet");
  });

  test("304 without changes, a new feed after one", async () => {
    const etag = (await world.call("GET", path)).headers.get("etag") ?? "";
    const ask = async () => (await world.call("GET", path, { headers: { "if-none-match": etag } })).status;
    world.clock.advance(HOUR_MS);
    expect(await ask()).toBe(304);
    await haveIncidents();
    expect(await ask()).toBe(200);
  });
});

describe("GET /badges/…", () => {
  const badge = async (name: string) => {
    world.clock.advance(30_000);
    const image = await text(`/badges/${name}.svg`);
    return [/aria-label="([^"]*)"/.exec(image)?.[1], /fill="(#\w{6})"\/><\/g>/.exec(image)?.[1]];
  };

  test("shows the overall state by word and colour", async () => {
    expect(await badge("overall")).toEqual(["status: ok", "#17713b"]);
    await endJob(world, "failed");
    expect(await badge("overall")).toEqual(["status: warn", "#8a5300"]);
    for (let failed = 0; failed < 4; failed++) await endJob(world, "failed");
    expect(await badge("overall")).toEqual(["status: bad", "#b3261e"]);
    await maintain([], 0);
    expect(await badge("overall")).toEqual(["status: maintenance", "#1f5fa8"]);
  });

  test("shows the state of every check", async () => {
    await endJob(world, "failed");
    const measured = new Map([
      ["clock", "ok"],
      ["database", "ok"],
      ["disk", "ok"],
      ["jobs", "warn"],
      ["rpc", "ok"],
    ]);
    for (const name of CHECKS.names)
      expect(await badge(name)).toEqual(
        measured.has(name)
          ? [`${name}: ${measured.get(name)}`, expect.any(String)]
          : [`${name}: no data`, "#5f616c"],
      );
  });

  test("shows the uptime of 90 days truncated to two decimals, with the measured time, and colourless before a day was measured", async () => {
    expect(await badge("uptime")).toEqual(["uptime 90 d: no data", "#5f616c"]);
    await snapshots(world, 5);
    expect(await badge("uptime")).toEqual(["uptime 90 d: 100.00 % of 5 min measured", "#5f616c"]);
    await endJob(world, "failed");
    await snapshots(world, 1);
    const [words, colour] = await badge("uptime");
    expect(words).toMatch(/^uptime 90 d: [78]\d\.\d\d % of \d min measured$/);
    expect(colour).toBe("#5f616c");
    await world.services.live.writer.run((tx) =>
      tx.run(
        `INSERT INTO status_hours (subject, hour, ok_ms, warn_ms, bad_ms, maintenance_ms)
           VALUES ('overall', ?, ?, 0, 0, 0)`,
        Math.floor(tx.now / HOUR_MS) - 24,
        48 * HOUR_MS,
      ),
    );
    expect(await badge("uptime")).toEqual([
      expect.stringMatching(/^uptime 90 d: 99\.9\d % of 2 d measured$/),
      "#17713b",
    ]);
  });

  test("is an image that any site may embed, with validators", async () => {
    const { headers } = await world.call("GET", "/badges/overall.svg");
    expect(headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
    expect([headers.get("access-control-allow-origin"), headers.get("last-modified")]).toEqual(["*", START]);
    expect(headers.get("etag")).toMatch(/^"[0-9a-f]{32}"$/);
  });

  test.each(["/badges/printer.svg", "/badges/rpc.png", "/badges/rpc", "/badges/.svg", "/badges/rpc.svg.svg"])(
    "404 for %s",
    async (path) => {
      const { status, json } = await world.call("GET", path);
      expect([status, json.error]).toEqual([404, "not_found"]);
    },
  );

  test("400 for a name that is not percent-encoded UTF-8", async () => {
    const { status, json } = await world.call("GET", "/badges/%ff.svg");
    expect([status, json.details[0].field]).toEqual([400, "check"]);
  });
});

describe("GET /trust.json", () => {
  test("unknown where nothing was measured or announced", async () => {
    const statuses = async () =>
      Object.fromEntries(
        (await world.call("GET", "/trust.json")).json.controls.map(
          ({ id, status }: Record<string, string>) => [id, status],
        ),
      );
    const ids = ["system_status", "mint_authority", "supply", "holders", "transactions", "jobs", "backups"];
    expect(await statuses()).toEqual(Object.fromEntries(ids.map((id) => [id, "unknown"])));
    await runJobs(world, "mint_authorities", "public_stats", "holder_cache", "transaction_sync");
    await endJob(world, "ok");
    await runJobs(world, "rollup");
    await snapshots(world, 1);
    expect(await statuses()).toEqual({
      system_status: "ok",
      mint_authority: "unknown",
      supply: "ok",
      holders: "ok",
      transactions: "ok",
      jobs: "ok",
      backups: "unknown",
    });
  });

  test("200 with controls whose evidence links exist in the build", async () => {
    await endJob(world, "failed");
    const { controls, chain_mode } = (await world.call("GET", "/trust.json")).json;
    expect(chain_mode).toBe("demo");
    const ids = controls.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain("mint_authority");
    expect(controls[0]).toMatchObject({ id: "system_status", status: "warn" });
    const named = controls.flatMap(({ evidence_url }: { evidence_url: string | null }) => evidence_url ?? []);
    expect(named).toContain("/api/public/system-status/uptime");
    expect(deadLinks(world, named)).toEqual([]);
  });

  test("Last-Modified is the time of the report", async () => {
    await expectValidators(
      world,
      "/trust.json",
      {},
      { lastModified: START, cacheControl: "public, max-age=5" },
    );
  });
});
