import { afterEach, beforeEach, expect, test } from "bun:test";
import { DAY_MS } from "../../../../src/kit/clock.ts";
import { countExport } from "../../../../src/modules/platform/exports/index.ts";
import { makeOperator } from "../../../harness/app/visitor.ts";
import { type CallOptions, createWorld, type World } from "../../../harness/app/world.ts";
import { parseCsv } from "../../../harness/checks/csv.ts";

const USAGE = "/admin/ops/alerts-monitor/export-usage";

let world: World;
let viewer: CallOptions;

beforeEach(async () => {
  world = await createWorld();
  viewer = { headers: { authorization: `Bearer ${(await makeOperator(world, "eve", "viewer")).token}` } };
});

afterEach(() => world.close());

const get = (target: string, options = viewer) => world.call("GET", target, options);
const usage = async (query = "") => (await get(`${USAGE}.json${query}`)).json.usage;

test("downloads are counted per operator, export and format, with rows and bytes", async () => {
  await get("/admin/jobs", {});
  const json = await get("/admin/ops/403-digest/export.json");
  const csv = await get("/admin/ops/403-digest/export.csv");
  const again = await get("/admin/ops/403-digest/export.csv");
  const row = {
    day: "2026-11-21",
    operator: "eve",
    export: "403-digest/export",
    source: "export",
  };
  expect(await usage()).toEqual([
    { ...row, format: "csv", count: 2, rows: 2, bytes: csv.bytes.length + again.bytes.length },
    { ...row, format: "json", count: 1, rows: 1, bytes: json.bytes.length },
  ]);
});

test("HEAD requests, refusals, failures and downloads of the usage itself are not counted", async () => {
  await world.call("HEAD", "/admin/ops/403-digest/export.csv", viewer);
  await get("/admin/ops/403-digest/export.json?days=99");
  await world.call("GET", "/admin/ops/403-digest/export.json");
  for (const kind of ["json", "csv", "svg", "png"]) expect((await get(`${USAGE}.${kind}`)).status).toBe(200);
  expect(await usage()).toEqual([]);
});

test("usage is filtered by days and source, newest first, in JSON and CSV alike", async () => {
  const use = { operator: "otto", export: "link-inbox/events/export", format: "csv", rows: 3, bytes: 90 };
  await countExport(world.services, { ...use, source: "token" });
  world.clock.advance(2 * DAY_MS);
  await countExport(world.services, { ...use, source: "export" });
  const all = await usage();
  expect(all.map(({ day, source }: { day: string; source: string }) => [day, source])).toEqual([
    ["2026-11-23", "export"],
    ["2026-11-21", "token"],
  ]);
  expect((await usage("?source=token")).length).toBe(1);
  expect((await usage("?days=2")).length).toBe(1);
  const rows = parseCsv((await get(`${USAGE}.csv`)).text);
  expect(rows).toEqual(
    all.map((row: object) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])),
    ),
  );
});

test("PNG and SVG are the same chart, and their legend matches its colours", async () => {
  const use = { operator: "otto", format: "csv", rows: 3, bytes: 90, source: "export" } as const;
  for (const name of ["incidents/export", "403-digest/export", "403-digest/export"])
    await countExport(world.services, { ...use, export: name });
  const svg = await get(`${USAGE}.svg?w=500&h=200`);
  expect([svg.status, svg.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
  const legend = svg.headers.get("x-usage-legend") ?? "";
  expect(legend).toMatch(/^403-digest\/export=#[0-9a-f]{6}; incidents\/export=#[0-9a-f]{6}$/);
  for (const colour of legend.match(/#[0-9a-f]{6}/g) ?? []) expect(svg.text).toContain(`fill="${colour}"`);
  const png = await get(`${USAGE}.png?w=500&h=200`);
  expect([png.status, png.headers.get("content-type"), png.headers.get("x-usage-legend")]).toEqual([
    200,
    "image/png",
    legend,
  ]);
  const view = new DataView(png.bytes.buffer);
  expect([view.getUint32(16), view.getUint32(20)]).toEqual([500, 200]);
});

test("parameters out of bounds are 400, and only operators have access", async () => {
  for (const kind of ["json", "csv", "svg", "png"]) {
    for (const query of ["days=0", "days=366", "source=both", "x=1"])
      expect([kind, query, (await get(`${USAGE}.${kind}?${query}`)).status]).toEqual([kind, query, 400]);
    expect((await world.call("GET", `${USAGE}.${kind}`)).status).toBe(403);
  }
  for (const query of ["w=199", "w=2001", "h=99", "h=1001"])
    expect([query, (await get(`${USAGE}.png?${query}`)).status]).toEqual([query, 400]);
});
