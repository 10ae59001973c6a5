import { afterEach, beforeEach, expect, test } from "bun:test";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { buildRows, putRuns } from "./fixture.ts";

const PATH = "/transparency/audit-anomalies";

let world: World;

beforeEach(async () => {
  world = await createWorld();
  await putRuns(
    world,
    { run: "20261119T011000Z", rows: buildRows({ warn: 1 }) },
    { run: "20261120T011000Z", rows: buildRows({ warn: 2 }) },
    { run: "20261121T011000Z", rows: buildRows({ warn: 3 }) },
  );
});

afterEach(() => world.close());

const read = async (path: string) => (await world.call("GET", `${PATH}${path}`)).json;

async function today(): Promise<object> {
  world.clock.advance(60_000);
  const { selected_run } = await read("/summary.json");
  const { snapshot } = await read("/alerts.json");
  const { points } = await read("/trend.json");
  const compare = await read("/diff/compare.json");
  const { checks } = (await world.call("GET", "/status.json")).json;
  const { controls } = (await world.call("GET", "/transparency/trust-dashboard.json")).json;
  return {
    selected_run,
    compared: [snapshot.current.run_id, snapshot.current.rows_total, snapshot.baseline.rows_total],
    differs: [compare.run_b.resolved_run, compare.total_delta],
    points: points.map(({ label, rows_total, metric_delta }: Record<string, unknown>) => [
      label,
      rows_total,
      metric_delta,
    ]),
    check: checks.audit_anomalies.observed.run,
    control: controls.find(({ id }: { id: string }) => id === "audit_run").summary,
    card: /(2026-11-\d\d): \d+ anomalies/.exec((await world.call("GET", "/transparency")).text)?.[1],
  };
}

const EXPECTED = {
  selected_run: "20261121T011000Z",
  compared: ["20261121T011000Z", 3, 2],
  differs: ["20261121T011000Z", 1],
  points: [
    ["2026-11-18", 1, null],
    ["2026-11-19", 2, 1],
    ["2026-11-20", 3, 1],
  ],
  check: "20261121T011000Z",
  control: "2026-11-20: 3 anomalies (0 bad, 3 warn).",
  card: "2026-11-20",
};

test("auditing an old day again changes nothing of today, on status, cards, alerts and charts", async () => {
  expect(await today()).toEqual(EXPECTED);
  await putRuns(world, {
    run: "20261121T090000Z",
    day: "2026-11-18",
    label: "2026-11-18",
    rows: buildRows({ warn: 1 }),
  });
  expect(await today()).toEqual(EXPECTED);
});

test("an older day that is audited later stands at its place in the trend", async () => {
  await putRuns(world, {
    run: "20261121T090000Z",
    day: "2026-11-17",
    label: "2026-11-17",
    rows: buildRows({ warn: 4 }),
  });
  expect(await today()).toEqual({
    ...EXPECTED,
    points: [["2026-11-17", 4, null], ["2026-11-18", 1, -3], ...EXPECTED.points.slice(1)],
  });
});
