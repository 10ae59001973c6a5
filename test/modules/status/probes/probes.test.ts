import { afterEach, beforeEach, expect, test } from "bun:test";
import { HOUR_MS, MINUTE_MS } from "../../../../src/kit/clock.ts";
import { checkSynthetic } from "../../../../src/modules/status/probes/check.ts";
import { runProbes } from "../../../../src/modules/status/probes/job.ts";
import { PROBES, type Probe } from "../../../../src/modules/status/probes/policy.ts";
import { listProbeStates } from "../../../../src/modules/status/probes/store.ts";
import { runJob } from "../../../harness/app/jobs.ts";
import { type ListeningWorld, listen } from "../../../harness/app/listen.ts";
import { makeOperator } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { parseCsv } from "../../../harness/checks/csv.ts";

let world: World;
let listening: ListeningWorld;

beforeEach(async () => {
  world = await createWorld({ RATE_LIMIT_PUBLIC_API_PER_MIN: "2", RATE_LIMIT_PAGES_PER_MIN: "2" });
  listening = await listen(world);
});

afterEach(async () => {
  await listening.stop();
  await world.close();
});

const probe = (probes: readonly Probe[] = PROBES, baseUrl = listening.baseUrl) =>
  runProbes({ ...world.services, listener: () => baseUrl }, probes, new AbortController().signal);

const zeroHours = async (query = "") => {
  const headers = {
    authorization: `Bearer ${(await makeOperator(world, `eve-${Bun.hash(query).toString(36)}`, "viewer")).token}`,
  };
  return world.call("GET", `/admin/ops/readiness/synthetic-zero-history.csv${query}`, { headers });
};

test("every built-in probe succeeds through the listener, uncounted and exempt from limits", async () => {
  // Speed is not tested here: the machine may be busy.
  const patient = PROBES.map((each) => ({ ...each, max_ms: 60_000 }));
  for (let times = 0; times < 4; times++)
    expect(await probe(patient)).toBe(`${PROBES.length} probes succeeded`);
  expect([...world.services.usage.pending()]).toEqual([]);
  world.clock.advance(6_000);
  const status = await world.call("GET", "/api/public/system-status");
  expect(status.json.checks.synthetic).toMatchObject({ status: "ok", observed: { probes: PROBES.length } });
  expect(status.headers.get("x-ratelimit-remaining")).toBe("1");
});

test("a request with a wrong secret counts like any other", async () => {
  const headers = { "x-salute-probe": "guessed" };
  for (const expected of [200, 200, 429])
    expect((await world.call("GET", "/api/public/system-status", { headers })).status).toBe(expected);
});

test("a refused probe is not counted as a refusal", async () => {
  const [known] = PROBES;
  if (known === undefined) throw new Error("there are no probes");
  await probe([{ ...known, path: "/admin/jobs", status: 403 }]);
  expect(world.services.refusals.pending()).toEqual([]);
});

test("the history lists hours without any success of a probe, with the last error", async () => {
  const [first, second] = PROBES;
  if (first === undefined || second === undefined) throw new Error("there are no probes");
  await probe([first, { ...second, status: 418 }]);
  await probe([first, { ...second, max_ms: -1 }]);
  const rows = parseCsv((await zeroHours()).text);
  expect(rows).toEqual([
    {
      hour: `${new Date(world.clock.now()).toISOString().slice(0, 13)}:00:00.000Z`,
      probe: second.probe,
      attempts: "2",
      successes: "0",
      last_error: expect.stringMatching(/^took \d+ ms, more than -1$/),
    },
  ]);
  await probe([second]);
  expect((await zeroHours("?limit=1")).text).toBe("hour,probe,attempts,successes,last_error\r\n");
});

test("a listener that does not answer is a failure without its address, and the check becomes bad over time", async () => {
  expect(await probe(PROBES.slice(0, 1), "http://127.0.0.1:1")).toMatch(
    /^failed: health: no answer \(\w+\)$/,
  );
  const states = listProbeStates(world.services.live.read);
  const now = world.clock.now();
  const limits = { failing_minutes_warn: 2, failing_minutes_bad: 10 };
  expect(
    [0, 2, 10].map((minutes) => checkSynthetic(states, now + minutes * MINUTE_MS, limits).status),
  ).toEqual(["ok", "warn", "bad"]);
  world.clock.advance(HOUR_MS);
  await probe(PROBES.slice(0, 1), "http://127.0.0.1:1");
  expect(listProbeStates(world.services.live.read)[0]?.failing_since).toBe(now);
});

test("without a listener in the process the job reports that and stores nothing", async () => {
  expect(await runJob(world, "probes")).toContain("no listener");
  expect(listProbeStates(world.services.live.read)).toEqual([]);
});

test("the history is for operators only and bounded", async () => {
  for (const query of ["?limit=0", "?limit=201", "?days=0", "?days=366", "?more=1"])
    expect([query, (await zeroHours(query)).status]).toEqual([query, 400]);
  expect((await world.call("GET", "/admin/ops/readiness/synthetic-zero-history.csv")).status).toBe(403);
});
