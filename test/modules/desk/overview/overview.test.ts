import { afterEach, beforeEach, expect, test } from "bun:test";
import { signedIn, type Visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
let operator: Visitor;

beforeEach(async () => {
  world = await createWorld();
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
  const other = await operator.submit("/admin/account/sessions/end-others");
  expect(other.status).toBe(503);
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

test("figures of the last day are between the waiting tasks and the charts", async () => {
  const key = await world.createKey("acme");
  await world.createUser(key, "zoe");
  await world.call("GET", "/api/partner/users/999", { key });
  const { text } = await operator.open("/admin");
  const order = ['id="waiting"', 'id="last-day"', 'class="tiles"', 'id="requests-chart'].map((part) =>
    text.indexOf(part),
  );
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(order[0]).toBeGreaterThan(0);
  for (const label of [
    "Requests",
    "Errors",
    "p95, newest hour",
    "Deliveries",
    "Credits and debits",
    "Anomalies",
  ])
    expect(text).toContain(`<dt>${label}</dt>`);
});
