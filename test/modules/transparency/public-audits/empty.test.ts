import { describe, expect, test } from "bun:test";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { ensureTokenId } from "./fixture.ts";

/** Before the first run every document answers with empty content (contract section 15). */

const PATH = "/transparency/audit-anomalies";
const PRODUCTION = { SALUTE_ENV: "production" };

async function expectNothing(world: World): Promise<void> {
  const get = async (target: string) => {
    const answer = await world.call("GET", `${PATH}${target}`);
    expect([target, answer.status]).toEqual([target, 200]);
    return answer;
  };
  const { json: runs } = await get("/runs.json");
  expect([runs.selected_run, runs.count, runs.runs]).toEqual([null, 0, []]);
  const { json: summary } = await get("/summary.json?include_top_anomalies=1");
  expect([summary.selected_run, summary.selected_label, summary.summary_available]).toEqual([
    null,
    null,
    false,
  ]);
  expect([summary.rows_total, summary.overall, summary.top_anomalies]).toEqual([null, null, []]);
  const { json: trend } = await get("/trend.json?include_status_counts");
  expect([trend.selected_run, trend.points]).toEqual([null, []]);
  expect(trend.status_counts).toEqual({ ok: 0, warn: 0, bad: 0, other: 0 });
  const { json: alerts } = await get("/alerts.json");
  expect([
    alerts.selected_run,
    alerts.evaluated_at,
    alerts.snapshot.current,
    alerts.snapshot.baseline,
  ]).toEqual([null, null, null, null]);
  expect([alerts.snapshot.alert_level, alerts.snapshot.should_alert]).toEqual(["ok", false]);
  expect((await get("/alerts.csv")).text).toBe(
    "metric,current,baseline,delta,delta_pct,threshold_pct,exceeded\r\n",
  );
  for (const target of ["/diff/compare.json", "/diff/export.json"]) {
    const { json } = await get(target);
    expect([json.run_a.resolved_run, json.run_b.resolved_run, json.total_delta, json.rows]).toEqual([
      null,
      null,
      null,
      [],
    ]);
  }
  expect((await get("/diff/compare.csv")).text).toBe("type,selected,latest,delta\r\n");
  expect((await get("/diff/export")).text).toBe("type,selected,latest,delta,pct_delta\r\n");
  const { json: rows } = await get("/export.json");
  expect([rows.selected_run, rows.rows, rows.count]).toEqual([null, [], 0]);
  expect((await get("/export")).text.split("\r\n")).toHaveLength(2);
  expect((await get("/threshold-history.json")).json.rows).toEqual([]);
  expect((await get("/triage.json")).json.rows).toEqual([]);
  expect((await get("/glossary.json")).json.count).toBe(15);
  for (const selector of ["latest", "previous", "baseline"])
    expect((await get(`/runs.json?run=${selector}`)).json.selected_run).toBeNull();
  const unknown = await world.call("GET", `${PATH}/runs.json?run=20261121T011000Z`);
  expect([unknown.status, unknown.json.error]).toEqual([404, "run_not_found"]);
}

const CSV = [
  ...["alerts.csv", "diff/compare.csv", "diff/export", "export"].map((name) => `${PATH}/${name}`),
  "/transparency/wallet-concentration.csv",
];

/** What a CSV with fixed columns says of its chain. */
const chainModes = (world: World) =>
  Promise.all(
    CSV.map(async (path) => {
      const { status, headers } = await world.call("GET", path);
      return [path, status, headers.get("x-chain-mode")];
    }),
  );

describe("before the first run", () => {
  test("lists are empty and no run is selected, although the chain was read", async () => {
    const world = await createWorld();
    await ensureTokenId(world);
    await expectNothing(world);
    expect((await world.call("GET", `${PATH}/runs.json`)).json.chain_mode).toBe("demo");
    expect(await chainModes(world)).toEqual(CSV.map((path) => [path, 200, "demo"]));
    await world.close();
  });

  test("in production without a chain too", async () => {
    const world = await createWorld(PRODUCTION);
    await expectNothing(world);
    expect((await world.call("GET", `${PATH}/runs.json`)).json.chain_mode).toBeNull();
    expect(await chainModes(world)).toEqual(CSV.map((path) => [path, 200, null]));
    await world.close();
  });
});
