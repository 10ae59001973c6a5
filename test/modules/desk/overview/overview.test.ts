import { afterEach, beforeEach, expect, test } from "bun:test";
import { describeChange, describeTotal } from "../../../../src/modules/desk/overview/figures.tsx";
import { signedIn, type Visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
let operator: Visitor;

beforeEach(async () => {
  world = await createWorld({ WEBHOOK_ALLOW_PRIVATE: "1", WEBHOOK_ALLOW_HTTP: "1" });
  operator = await signedIn(world, "ops", "operator");
});

afterEach(() => world.close());

test("safe mode is switched on with a reason and off from the page, with audit entries", async () => {
  await operator.open("/admin");
  const before = (await operator.open("/admin/safe-mode")).text;
  expect(before).toContain("refused with 503 safe_mode");
  expect(before).toMatch(/Requests in 24 hours<\/dt><dd>[1-9]/);
  expect((await operator.submit("/admin/safe-mode", { state: "on" })).status).toBe(400);
  expect((await operator.submit("/admin/safe-mode", { state: "on", reason: "drill" })).status).toBe(303);
  const key = await world.createKey("acme");
  const refused = await world.call("POST", "/api/partner/users", { key, body: { external_id: "zoe" } });
  expect([refused.status, refused.json.error]).toEqual([503, "safe_mode"]);
  expect((await operator.open("/admin")).text).toContain("drill");
  expect((await operator.submit("/admin/account/second-factor")).status).toBe(503);
  expect((await operator.submit("/admin/account/sessions/end-others")).status).toBe(303);
  expect((await operator.submit("/admin/safe-mode", { state: "off" })).status).toBe(303);
  const { text } = await operator.open("/admin/audit");
  expect([text.includes("safe_mode.on"), text.includes("safe_mode.off")]).toEqual([true, true]);
});

test("viewers see no switch and cannot use it", async () => {
  const viewer = await signedIn(world, "eve", "viewer");
  expect((await viewer.open("/admin/safe-mode")).text).not.toContain('action="/admin/safe-mode"');
  await viewer.open("/admin/account");
  expect((await viewer.submit("/admin/safe-mode", { state: "on", reason: "x" })).status).toBe(403);
});

test("the audit trail is paged", async () => {
  const { writer } = world.services.live;
  const { recordAudit } = await import("../../../../src/modules/platform/audit/index.ts");
  await writer.run((tx) => {
    for (let i = 0; i < 150; i++)
      recordAudit(
        tx,
        { kind: "command", name: "seed" },
        { action: "seed", subject: `thing-${i}`, details: { i } },
      );
  });
  const first = await operator.open("/admin/audit");
  const before = /href="(\/admin\/audit\?before=\d+)"/.exec(first.text)?.[1] ?? "";
  const second = await operator.open(before);
  const things = (text: string) => [...text.matchAll(/thing-(\d+)/g)].map((match) => match[1]);
  const seen = [...things(first.text), ...things(second.text)];
  expect(new Set(seen).size).toBe(150);
});

test("failed jobs are listed as waiting for an operator", async () => {
  world.services.jobs.detach();
  const { text } = await operator.open("/admin");
  expect(text).toContain("the job runner is not running");
});

test("figures of the range are between the waiting tasks and the charts", async () => {
  const key = await world.createKey("acme");
  await world.createUser(key, "zoe");
  await world.call("GET", "/api/partner/users/999", { key });
  const { text } = await operator.open("/admin");
  const order = ['id="waiting"', 'id="period"', 'class="tiles"', 'id="requests-chart'].map((part) =>
    text.indexOf(part),
  );
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(order[0]).toBeGreaterThan(0);
  for (const label of ["Requests", "Errors", "p95, newest", "Deliveries", "Credits and debits", "Anomalies"])
    expect(text).toContain(`<dt>${label}</dt>`);
});

test("a range is chosen in the address, and compared with the one before", async () => {
  const key = await world.createKey("acme");
  const user = await world.createUser(key, "zoe");
  const credit = (amount: number) =>
    world.call("POST", "/api/salutes/credit", { key, body: { user_id: user, amount, reason: "gift" } });
  await credit(2);
  world.clock.advance(24 * 3_600_000);
  for (const amount of [3, 4]) await credit(amount);
  operator = await signedIn(world, "day", "operator");
  const cells = (text: string, id: string) => {
    const [chart = ""] = text.split(`id="${id}"`)[1]?.split("</figure>") ?? [];
    return [...chart.matchAll(/<td [^>]*class="numeric"><div>([^<]*)<\/div>/g)].map((match) => match[1]);
  };
  const day = (await operator.open("/admin?compare=1")).text;
  expect(day).toContain("the 24 hours before");
  expect(day).toContain("100 % more than in the 24 hours before");
  const credits = cells(day, "credits-chart");
  expect([credits.length, credits[0], credits[1]]).toEqual([48, "2", "1"]);
  const week = cells((await operator.open("/admin?range=7d")).text, "credits-chart");
  expect([week.length, week.filter((each) => each !== "0")]).toEqual([28, ["2", "1"]]);
  for (const [range, points] of [
    ["30d", 30],
    ["90d", 30],
  ] as const) {
    const { text } = await operator.open(`/admin?range=${range}`);
    expect(cells(text, "credits-chart").length).toBe(points);
    expect(text).toContain('aria-current="page">30 days'.replace("30", range.slice(0, 2)));
  }
  expect((await operator.open("/admin?range=2d")).status).toBe(400);
});

test("a point of a chart shows its values on hover, and its figures lead to what it counts", async () => {
  const key = await world.createKey("acme");
  const user = await world.createUser(key, "zoe");
  const credit = () =>
    world.call("POST", "/api/salutes/credit", { key, body: { user_id: user, amount: 2, reason: "gift" } });
  await credit();
  world.clock.advance(3_600_000);
  for (let more = 0; more < 2; more++) await credit();
  operator = await signedIn(world, "hour", "operator");
  const { text } = await operator.open("/admin");
  // Also the newest entries, which are not in the sums by day yet.
  expect(text).toMatch(/Credits by partner.*?<\/svg>.*?acme.*?<\/figure>/s);
  const [chart = ""] = text.split('id="credits-chart"')[1]?.split("</figure>") ?? [];
  expect(chart).toMatch(/<title>[0-9- :]+\nledger entries: 2<\/title>/);
  const links = [...chart.matchAll(/href="(\/admin\/ledger\?[^"]+)">[0-9]/g)].map((match) => match[1] ?? "");
  expect(links).toHaveLength(24);
  const entries = async (path: string) =>
    (await operator.open(path.replaceAll("&amp;", "&"))).text.split(">gift<").length - 1;
  expect([await entries(links[0] ?? ""), await entries(links[1] ?? "")]).toEqual([2, 1]);
  const tile = /href="(\/admin\/ledger\?[^"]+)">3<\/a>/.exec(text)?.[1] ?? "";
  expect(await entries(tile)).toBe(3);
});

test("its script gets the changing part by itself, and 304 while nothing changes", async () => {
  const part = await operator.open("/admin/overview?range=7d");
  expect(part.text).toStartWith('<div data-live="/admin/overview?range=7d">');
  expect((await operator.open("/admin?range=7d")).text).toContain(part.text);
  const headers = { cookie: operator.cookie() ?? "", "if-none-match": part.headers.get("etag") ?? "" };
  const again = () => world.call("GET", "/admin/overview?range=7d", { headers });
  expect((await again()).status).toBe(304);
  world.services.jobs.detach();
  const changed = await again();
  expect([changed.status, changed.text.includes("the job runner is not running")]).toEqual([200, true]);
  expect((await world.call("GET", "/admin/overview")).status).toBe(403);
});

test("what is new is counted from the operator's own last mark", async () => {
  const key = await world.createKey("acme");
  const user = await world.createUser(key, "zoe");
  const credit = () =>
    world.call("POST", "/api/salutes/credit", { key, body: { user_id: user, amount: 1, reason: "gift" } });
  await credit();
  const entries = (text: string) => /ledger entries: (\d+)/.exec(text)?.[1];
  expect(entries((await operator.open("/admin")).text)).toBe("1");
  expect((await operator.open("/admin")).text).toContain("In the last day");
  world.clock.advance(1);
  expect((await operator.submit("/admin/seen")).status).toBe(303);
  world.clock.advance(1);
  expect(entries((await operator.open("/admin")).text)).toBe("0");
  await credit();
  const { text } = await operator.open("/admin");
  expect([entries(text), text.includes("Since you last looked")]).toEqual(["1", true]);
  const from = /href="(\/admin\/ledger\?from=[^"]+)"/.exec(text)?.[1] ?? "";
  expect((await operator.open(from)).status).toBe(200);
  const other = await signedIn(world, "eve", "viewer");
  expect(entries((await other.open("/admin")).text)).toBe("2");
});

test("deliveries and requests older than their records are not measured", async () => {
  const key = await world.createKey("acme");
  await world.call("POST", "/api/partner/webhooks", {
    key,
    body: { event_type: "*", target_url: "http://127.0.0.1:9/x" },
  });
  const user = await world.createUser(key, "zoe");
  await world.call("POST", "/api/salutes/credit", {
    key,
    body: { user_id: user, amount: 2, reason: "gift" },
  });
  const month = (await operator.open("/admin?range=30d&compare=1")).text;
  const tile = (text: string, label: string) =>
    new RegExp(`<dt>${label}</dt><dd>(.*?)</dd>`, "s").exec(text)?.[1]?.replace(/<[^>]*>/g, "");
  expect(tile(month, "Deliveries")).toMatch(/^[1-9]\d*dead letters: 0; not measured in the 30 days before$/);
  expect(tile(month, "Requests")).toEndWith("not measured in the 30 days before");
  expect(tile(month, "Credits and debits")).toBe("1none in the 30 days before");
  const quarter = (await operator.open("/admin?range=90d")).text;
  expect(tile(quarter, "Deliveries")).toMatch(/^[1-9]\d* or more/);
  const [chart = ""] = quarter.split('id="deliveries-chart"')[1]?.split("</figure>") ?? [];
  expect(chart.match(/created: not measured/g)).toHaveLength(20);
  expect(chart.match(/created: \d+/g)).toHaveLength(10);
});

test("a count that stopped at its limit is not shown as exact", () => {
  const values = { now: [3, 100], before: [0, 0] };
  expect(describeTotal(values, 100)).toBe("103 or more");
  expect(describeChange(values, "7 days", 100)).toBe("too many to compare with the 7 days before");
  expect(describeTotal(values)).toBe("103");
});
