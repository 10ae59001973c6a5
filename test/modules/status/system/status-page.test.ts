import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { CHECKS } from "../../../../src/compose/modules.ts";
import { openIncident } from "../../../../src/modules/status/incidents/index.ts";
import { createMaintenance } from "../../../../src/modules/status/maintenance/index.ts";
import { mergeEqual, summarizeDay } from "../../../../src/modules/status/system/history/history.ts";
import { STATUS_WORDS } from "../../../../src/modules/status/words/index.ts";
import { runJobs } from "../../../harness/app/jobs.ts";
import type { World } from "../../../harness/app/world.ts";
import { createPunctualWorld, DAY_MS, endJob, HOUR_MS, MINUTE_MS, snapshots } from "./fixture.ts";

let world: World;

beforeEach(async () => {
  world = await createPunctualWorld();
});

afterEach(() => world.close());

const page = async () => {
  world.clock.advance(MINUTE_MS);
  return (await world.call("GET", "/status")).text;
};
const headline = (html: string) => /<h1>.*?<\/svg>([^<]*)/s.exec(html)?.[1];

describe("GET /status", () => {
  test("200 before any measurement: says so and describes what will appear", async () => {
    const html = await page();
    expect(headline(html)).toBe("Everything works");
    expect(html).toContain("No incidents: nothing has been measured yet");
    expect(html).toContain("No requests in the last 24 hours");
    expect(html).toContain("No maintenance in progress or scheduled.");
    expect(html.match(/class="bar-unknown" d=/g)).toHaveLength(90 * (1 + CHECKS.names.length) + 1);
  });

  test("a distinct headline for each state", async () => {
    await endJob(world, "failed");
    const warned = await page();
    expect(headline(warned)).toBe("Degraded");
    expect(warned).toContain("Not ok: jobs.");
    for (let failed = 0; failed < 4; failed++) await endJob(world, "failed");
    expect(headline(await page())).toBe("Not everything works");
    await world.services.live.writer.run((tx) =>
      createMaintenance(
        tx,
        { kind: "command", name: "test" },
        { title: "Larger <disk>", checks: [], startsAt: null, ends: tx.now + HOUR_MS },
      ),
    );
    const maintained = await page();
    expect(headline(maintained)).toBe("Under maintenance");
    expect(maintained).toContain("Larger &lt;disk>");
  });

  test("an operator's open incident comes first, even if every check is ok", async () => {
    const actor = { kind: "operator", name: "ada", role: "owner", session: null } as const;
    await world.services.live.writer.run((tx) =>
      openIncident(tx, actor, {
        title: "Credits show late",
        state: "investigating",
        severity: "warn",
        checks: [],
        message: "We are looking.",
        isPublic: true,
      }),
    );
    const html = await page();
    expect(headline(html)).toBe("Degraded");
    expect(html).toContain("5 checks are ok; 12 have no data. One incident is open.");
    expect(html.indexOf("Credits show late")).toBeLessThan(html.indexOf('id="overall"'));
  });

  test("today's bar shows the day's worst state and uptime, per check", async () => {
    await snapshots(world, 3);
    await endJob(world, "failed");
    await snapshots(world, 2);
    const html = await page();
    const today = (id: string) =>
      new RegExp(`<figure class="chart" id="${id}">.*?</svg>.*?<title>2026-11-21: ([^<]*)</title>`, "s").exec(
        html,
      )?.[1];
    expect(today("check-jobs")).toStartWith("60.00 %, 2 min warn");
    expect(today("check-rpc")).toBe("100.00 %; 0.8 % known");
  });

  test("uptime says how much of the 90 days was measured", async () => {
    await snapshots(world, 6);
    const html = await page();
    const aside = /id="check-rpc">.*?<span class="chart-aside">(.*?)<\/figcaption>/s.exec(html)?.[1];
    expect(aside).toMatch(/<span>100\.00 % of \d min measured<\/span>/);
    expect(html).toMatch(/uptime 100\.00 % of \d min measured, now ok\./);
  });

  test("what was read without anything to compare with is unknown, and not called unmeasured", async () => {
    await runJobs(world, "mint_authorities");
    await snapshots(world, 1);
    const figure = /id="check-mint_authority">.*?<\/svg>.*?<\/svg>/s.exec(await page())?.[0] ?? "";
    const aside = /<span class="chart-aside">(.*?)<\/figcaption>/s.exec(figure)?.[1] ?? "";
    expect(aside).toContain("unknown");
    expect(aside).not.toContain("not measured");
    const { message, status, has_data } = (await world.call("GET", "/status.json")).json.checks
      .mint_authority;
    expect({ status, has_data }).toEqual({ status: "ok", has_data: false });
    expect(message).toStartWith("Read; nothing was announced to compare with:");
    expect(await page()).toContain(message);
  });

  test("feeds link to the permanent addresses of incidents", async () => {
    await endJob(world, "failed");
    await snapshots(world, 2);
    expect(await page()).toMatch(/Open for 3 min/);
    expect((await world.call("GET", "/status/incidents/1")).status).toBe(200);
    expect((await world.call("GET", "/history.rss")).text).toContain("/status/incidents/1");
  });

  test("latency is shown per hour once there are measurements", async () => {
    world.services.usage.record({
      keyId: "",
      route: "GET /api/salutes/balance",
      status: 200,
      durationMs: 12,
    });
    const html = await page();
    expect(html).toContain("Response times of the API per hour");
    expect(html).toContain("11-21 10:00");
  });

  test("links the JSON of every figure", async () => {
    const html = await page();
    for (const path of [
      "/status.json",
      "/api/public/system-status/uptime?hours=2160",
      "/api/public/system-status/incidents?hours=2160",
      "/api/public/system-status/policy",
      "/api/public/latency-percentiles",
      "/api/v2/summary.json",
      "/history.rss",
      "/history.atom",
      "/trust.json",
      "/badges/overall.svg",
      "/badges/uptime.svg",
    ])
      expect(html).toContain(`href="${path}"`);
  });
});

describe("summaries of days", () => {
  const day = (index: number, tally: Partial<Record<"ok" | "warn" | "bad" | "maintenance", number>>) =>
    summarizeDay(
      {
        startsAt: index * DAY_MS,
        elapsedMs: DAY_MS,
        tally: { ok: 0, warn: 0, bad: 0, maintenance: 0, ...tally },
      },
      STATUS_WORDS.in("en"),
    );

  test("a day's worst state counts, however short", () => {
    expect(day(0, { ok: DAY_MS - 61_000, warn: 60_000, bad: 1_000 })).toEqual({
      first: "1970-01-01",
      last: "1970-01-01",
      status: "bad",
      uptime: "99.92 %",
      trouble: "1 s bad, 1 min warn",
      known: "100 %",
    });
    expect(day(0, {}).status).toBe("unknown");
    expect(day(0, { maintenance: DAY_MS })).toMatchObject({ status: "maintenance", uptime: "not measured" });
  });

  test("consecutive equal days are merged into one row, newest first", () => {
    const merged = mergeEqual([
      day(0, {}),
      day(1, {}),
      day(2, { ok: DAY_MS }),
      day(3, { ok: DAY_MS }),
      day(4, {}),
    ]);
    expect(merged.map(({ first, last, status }) => [first, last, status])).toEqual([
      ["1970-01-05", "1970-01-05", "unknown"],
      ["1970-01-03", "1970-01-04", "ok"],
      ["1970-01-01", "1970-01-02", "unknown"],
    ]);
  });
});
