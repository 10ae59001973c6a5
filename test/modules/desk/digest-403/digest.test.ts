import { afterEach, beforeEach, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS, HOUR_MS } from "../../../../src/kit/clock.ts";
import { makeOperator, signedIn } from "../../../harness/app/visitor.ts";
import { type CallOptions, createWorld, type World } from "../../../harness/app/world.ts";
import { parseCsv } from "../../../harness/checks/csv.ts";
import { until } from "../../../harness/until.ts";

let world: World;
let viewer: CallOptions;
let operator: CallOptions;

const DIGEST = "/admin/ops/403-digest";
const RULES = `${DIGEST}/suppressions`;

beforeEach(async () => {
  world = await createWorld();
  viewer = bearer((await makeOperator(world, "eve", "viewer")).token);
  operator = bearer((await makeOperator(world, "otto", "operator")).token);
});

afterEach(() => world.close());

function bearer(token: string): CallOptions {
  return { headers: { authorization: `Bearer ${token}` } };
}

const get = async (target: string, options = viewer) => (await world.call("GET", target, options)).json;
const refuse = async (times: number, path = "/admin/jobs", agent = "scanner/1.0") => {
  for (let count = 0; count < times; count++)
    expect((await world.call("GET", path, { headers: { "user-agent": agent } })).status).toBe(403);
};
const change = (body: object, options = operator) => world.call("POST", RULES, { ...options, body });
const revision = async () => (await get(RULES)).revision as string;
const inDays = (days: number) => new Date(world.clock.now() + days * DAY_MS).toISOString();
const add = async (more: object = {}) => {
  const { status, json } = await change({
    action: "add",
    expected_revision: await revision(),
    path_glob: "/admin/**",
    note: "a scanner",
    owner: "zoe",
    expires_at: inDays(30),
    ...more,
  });
  expect([status, json.error]).toEqual([200, undefined]);
  return json.suppression.id as string;
};

test("every refusal is counted immediately by path, reason, source and agent", async () => {
  const key = await world.createKey("acme", "live", { scopes: ["read"] });
  await refuse(3);
  const credit = { user_id: 1, amount: 1, reason: "test" };
  expect((await world.call("POST", "/api/salutes/credit", { key, body: credit })).status).toBe(403);
  expect(
    (await world.call("GET", "/api/partner/sandbox/capabilities", { key })).status,
  ).toBeGreaterThanOrEqual(400);
  const digest = await get(DIGEST);
  expect(digest.window_hours).toBe(24);
  expect(digest.totals.suppressed).toBe(0);
  expect(digest.top_paths[0]).toEqual({ path: "/admin/jobs", count: 3 });
  expect(digest.top_reasons[0]).toEqual({ reason: "operator_required", count: 3 });
  expect(digest.top_reasons.map(({ reason }: { reason: string }) => reason)).toContain("scope");
  expect(digest.top_sources[0].source).toMatch(/^[A-Za-z0-9_-]{8,}$/);
  expect(digest.new_paths).toEqual(digest.top_paths);
  expect(digest.query).toEqual({
    baseline_mode: "rolling_24h",
    new_path_lookback_days: 14,
    spike_consecutive_hours: 1,
  });

  const { refusals, count } = await get(`${DIGEST}/export.json`);
  expect(count).toBe(refusals.length);
  expect(refusals.find(({ path }: { path: string }) => path === "/admin/jobs")).toEqual({
    hour: "2026-11-21T10:00:00.000Z",
    method: "GET",
    path: "/admin/jobs",
    reason: "operator_required",
    key_id: null,
    source: digest.top_sources[0].source,
    agent: "scanner",
    count: 3,
    suppressed: 0,
  });
  expect(refusals.find(({ reason }: { reason: string }) => reason === "scope").key_id).toBe(key.key_id);
  const csv = await world.call("GET", `${DIGEST}/export.csv`, viewer);
  expect(parseCsv(csv.text)).toEqual(
    refusals.map((row: object) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, value === null ? "" : String(value)]),
      ),
    ),
  );
  expect(csv.headers.get("cache-control")).toContain("private");
});

test("networks are hashed with a salt that is replaced each month", async () => {
  const sourceOf = async () => (await get(DIGEST)).top_sources[0].source as string;
  await refuse(1);
  const before = await sourceOf();
  await world.restart();
  await refuse(1);
  expect(await sourceOf()).toBe(before);
  world.clock.advance(15 * DAY_MS);
  await refuse(1);
  expect(await sourceOf()).not.toBe(before);
  expect(readFileSync(join(world.dataDir, "live.db")).includes("127.0.0.0")).toBe(false);
});

test("counts survive a graceful stop and add up with later ones", async () => {
  await refuse(2);
  await world.restart();
  await refuse(2);
  const { totals } = await get(DIGEST);
  expect([totals.count, totals.paths, totals.sources]).toEqual([4, 1, 1]);
  world.clock.advance(25 * HOUR_MS);
  expect((await get(DIGEST)).totals.count).toBe(0);
});

test("a path is new if it had no refusals in the days before the window", async () => {
  await refuse(1);
  world.clock.advance(3 * DAY_MS);
  await refuse(1);
  await refuse(2, "/admin/audit");
  const paths = async (days: number) =>
    (await get(`${DIGEST}?new_path_lookback_days=${days}`)).new_paths.map(
      ({ path }: { path: string }) => path,
    );
  expect(await paths(14)).toEqual(["/admin/audit"]);
  expect(await paths(1)).toEqual(["/admin/audit", "/admin/jobs"]);
});

test("suppressed refusals are counted separately and cause no spike", async () => {
  world.clock.advance(2 * HOUR_MS);
  const id = await add({ reason: "operator_required" });
  await refuse(12);
  const quiet = await get(DIGEST);
  expect([quiet.totals.count, quiet.totals.suppressed, quiet.spikes]).toEqual([12, 12, []]);
  expect(quiet.suppressions_applied).toEqual([{ id, count: 12 }]);
  expect((await change({ action: "remove", expected_revision: await revision(), id })).status).toBe(200);
  await refuse(10);
  const loud = await get(DIGEST);
  expect([loud.totals.count, loud.totals.suppressed]).toEqual([22, 12]);
  expect(loud.spikes).toEqual([{ hour: "2026-11-21T12:00:00.000Z", count: 10, baseline: 0, ratio: null }]);
  expect((await get(`${DIGEST}?spike_consecutive_hours=2`)).spikes).toEqual([]);
  expect((await get(`${DIGEST}?baseline_mode=same_hour_yesterday`)).spikes).toEqual([]);
});

test("adding, extending and removing rules requires the current revision", async () => {
  const first = await revision();
  const id = await add({ source: "192.0.2.0/24", method: "GET" });
  const stale = await change({ action: "remove", expected_revision: first, id });
  expect([stale.status, stale.json.error]).toEqual([409, "revision_conflict"]);
  const extended = await change({
    action: "extend",
    expected_revision: await revision(),
    id,
    expires_at: inDays(365),
  });
  expect([extended.status, extended.json.suppression.expires_at]).toEqual([200, inDays(365)]);
  expect(extended.json.revision).toBe(await revision());
  const unknown = await change({ action: "remove", expected_revision: await revision(), id: "sup_none" });
  expect([unknown.status, unknown.json.error]).toEqual([404, "not_found"]);
  const listed = await get(RULES);
  expect(listed.suppressions).toEqual([extended.json.suppression]);
  expect(readFileSync(join(world.dataDir, "suppressions.json"), "utf8")).toContain('"owner": "zoe"');
  world.clock.advance(366 * DAY_MS);
  const owner = bearer((await makeOperator(world, "late", "viewer")).token);
  const exported = await get(`${RULES}/export.json`, owner);
  expect([exported.suppressions, exported.expired.length, exported.revision]).toEqual([
    [],
    1,
    listed.revision,
  ]);
});

test("repeating a change with its Idempotency-Key adds no second rule", async () => {
  const body = {
    action: "add",
    expected_revision: await revision(),
    path_glob: "/admin/**",
    owner: "zoe",
    expires_at: inDays(1),
  };
  const headers = { ...operator.headers, "idempotency-key": "rule-1" };
  const first = await change(body, { headers });
  const again = await change(body, { headers });
  expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
  expect(again.json).toEqual(first.json);
  const { action, ...rest } = body;
  const reordered = await change({ ...rest, action }, { headers });
  expect(reordered.json).toEqual(first.json);
  expect((await get(RULES)).count).toBe(1);
  const other = await change({ ...body, path_glob: "/**" }, { headers });
  expect([other.status, other.json.error]).toEqual([409, "idempotency_conflict"]);
  expect(other.json.conflict).toMatchObject({ ledger_entry_id: null, differs: ["path_glob"] });
});

test.each(["GET", "POST", "PUT", "PATCH", "DELETE"])("a rule can name the method %s", async (method) => {
  const rule = { path_glob: "/admin/ops/on-call", method, owner: "zoe", expires_at: inDays(1) };
  const { status, json } = await change({ action: "add", expected_revision: await revision(), ...rule });
  expect([status, json.suppression.method]).toEqual([200, method]);
});

test("invalid changes are refused and change nothing", async () => {
  const expected_revision = await revision();
  const rule = { path_glob: "/admin/**", owner: "zoe", expires_at: inDays(30) };
  for (const body of [
    { action: "add", ...rule, reason: "because" },
    { action: "add", ...rule, source: "10.0.0.0/64" },
    { action: "add", ...rule, expires_at: inDays(-1) },
    { action: "add", ...rule, expires_at: inDays(366) },
    { action: "add", ...rule, expires_at: "soon" },
    { action: "add", path_glob: "/**", owner: "zoe" },
    { action: "add", owner: "zoe", expires_at: inDays(1) },
    { action: "add", ...rule, id: "mine" },
    { action: "extend", id: "x" },
    { action: "mute", id: "x" },
    { action: "remove", id: "x", colour: "red" },
  ])
    expect([body, (await change({ expected_revision, ...body })).status]).toEqual([body, 400]);
  expect((await change({ action: "remove", id: "x" })).status).toBe(400);
  expect(await revision()).toBe(expected_revision);
});

test("viewers can read but not change rules; others can do neither", async () => {
  const body = { action: "remove", expected_revision: await revision(), id: "x" };
  expect((await change(body, viewer)).json.error).toBe("forbidden");
  for (const path of [DIGEST, `${DIGEST}/export.json`, `${DIGEST}/export.csv`, RULES, `${RULES}/export.json`])
    expect([path, (await world.call("GET", path)).status]).toEqual([path, 403]);
  expect((await world.call("POST", RULES, { body, nonce: null, idempotencyKey: null })).status).toBe(403);
  for (const target of [
    `${DIGEST}?baseline_mode=x`,
    `${DIGEST}?new_path_lookback_days=91`,
    `${DIGEST}?spike_consecutive_hours=0`,
    `${DIGEST}/export.json?days=31`,
    `${DIGEST}/export.csv?days=0`,
    `${RULES}?x=1`,
    `${RULES}/export.json?x=1`,
  ])
    expect([target, (await world.call("GET", target, viewer)).status]).toEqual([target, 400]);
});

test("a manually edited file applies within a second; an invalid one suppresses nothing, warns and is never overwritten", async () => {
  const path = join(world.dataDir, "suppressions.json");
  const rule = { id: "by-hand", path_glob: "/admin/*", note: "n", owner: "o", expires_at: inDays(1) };
  writeFileSync(path, JSON.stringify({ suppressions: [rule] }));
  const deadline = performance.now() + 1_000;
  do await refuse(1);
  while ((await get(DIGEST)).totals.suppressed === 0 && performance.now() < deadline);
  expect((await get(DIGEST)).suppressions_applied[0].id).toBe("by-hand");

  writeFileSync(path, '{"suppressions": [');
  const broken = await get(RULES);
  expect([broken.suppressions, broken.warnings.length]).toEqual([[], 1]);
  expect((await get(DIGEST)).warnings).toEqual(broken.warnings);
  const refused = await change({
    action: "add",
    expected_revision: broken.revision,
    path_glob: "/**",
    owner: "zoe",
    expires_at: inDays(1),
  });
  expect([refused.status, refused.json.error]).toEqual([409, "state_conflict"]);
  expect(readFileSync(path, "utf8")).toBe('{"suppressions": [');
  const eve = await signedIn(world, "ann", "viewer");
  expect((await eve.open("/admin")).text).toContain("suppressions file is broken");
});

test("the page shows the same figures, and its forms add and remove rules", async () => {
  const browser = await signedIn(world, "ann", "operator");
  await refuse(4);
  const page = await browser.open(DIGEST);
  expect(page.status).toBe(200);
  for (const words of ["/admin/jobs", "operator_required", `href="${RULES}/new"`])
    expect(page.text).toContain(words);
  expect(page.text).not.toContain('name="path_glob"');
  const form = await browser.open(`${RULES}/new`);
  expect(form.text).toContain(`name="expected_revision" value="${await revision()}"`);
  const added = await browser.submit(`${RULES}/add`, {
    expected_revision: await revision(),
    path_glob: "/admin/jobs",
    owner: "ann",
    days: "7",
  });
  expect([added.status, added.headers.get("location")]).toEqual([303, `${DIGEST}#rules`]);
  const [rule] = (await get(RULES)).suppressions;
  expect([rule.path_glob, rule.owner]).toEqual(["/admin/jobs", "ann"]);
  await browser.open(DIGEST);
  const stale = await browser.submit(`${RULES}/remove`, { expected_revision: "old", id: rule.id });
  expect(stale.status).toBe(409);
  const unknown = { expected_revision: await revision(), id: "sup_none" };
  expect((await browser.submit(`${RULES}/remove`, unknown)).status).toBe(404);
  const late = { expected_revision: "old", path_glob: "/**", owner: "ann", days: "7" };
  const refused = await browser.submit(`${RULES}/add`, late);
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringMatching(/name="path_glob"[^>]* value="\/\*\*"/),
  ]);
  const vera = await signedIn(world, "vera", "viewer");
  expect((await vera.open(DIGEST)).text).not.toContain(`${RULES}/new`);
  expect((await vera.open(`${RULES}/new`)).status).toBe(403);
  await browser.submit(`${RULES}/remove`, { expected_revision: await revision(), id: rule.id });
  expect((await get(RULES)).suppressions).toEqual([]);
  const entries = world.services.live.read.all<{ action: string }>(
    "SELECT action FROM audit_entries ORDER BY id",
  );
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["suppression.add", "suppression.remove"]),
  );
});

test("the rules are a list with an order, columns and CSV of its own", async () => {
  await add({ path_glob: "/admin/jobs", note: "a monitor" });
  await add({ path_glob: "/admin/**", note: "a scanner" });
  await refuse(2);
  const owner = await signedIn(world, "zoe", "owner");
  const shown = "?columns=rule,note,matches&sort=-rule";
  const csv = await owner.open(`${DIGEST}${shown}&format=csv`);
  expect(parseCsv(csv.text)).toEqual([
    { rule: "/admin/jobs", note: "a monitor", matches: "2" },
    { rule: "/admin/**", note: "a scanner", matches: "0" },
  ]);
  const { text } = await owner.open(`${DIGEST}${shown}`);
  expect(text.indexOf("a monitor")).toBeLessThan(text.indexOf("a scanner"));
  expect(text).not.toContain("Remove rule");
  expect((await owner.open(DIGEST)).text).toContain("Remove rule");
});

test("250,000 refusals from distinct sources use bounded memory and keep their total", async () => {
  const { refusals } = world.services;
  const record = (index: number) =>
    refusals.record({
      method: "GET",
      path: `/admin/${index % 40}`,
      reason: "operator_required",
      keyId: "",
      address: `${index % 223}.${(index >> 8) % 256}.${(index >> 16) % 256}.9`,
      userAgent: `bot-${index % 5_000}/1`,
    });
  for (let index = 0; index < 50_000; index++) record(index);
  await refusals.store();
  Bun.gc(true);
  const before = process.memoryUsage().heapUsed;
  for (let index = 50_000; index < 250_000; index++) record(index);
  // What a collection keeps by chance goes with a later one.
  await until(() => {
    Bun.gc(true);
    return process.memoryUsage().heapUsed - before < 16 * 2 ** 20;
  });
  expect((await get(DIGEST)).totals.count).toBe(250_000);
  const rows = world.services.live.read.get<{ count: number }>("SELECT COUNT(*) AS count FROM refusal_cells");
  expect(rows?.count).toBeLessThanOrEqual(4096);
}, 60_000);
