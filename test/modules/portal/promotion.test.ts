import { afterEach, beforeEach, expect, test } from "bun:test";
import { type IssuedKey, setKeyStatus } from "../../../src/modules/access/keys/index.ts";
import { portalVisitor } from "../../harness/app/portal.ts";
import { signedIn, type Visitor } from "../../harness/app/visitor.ts";
import { createWorld, type World } from "../../harness/app/world.ts";

/** Live keys that partners ask for on their own pages. */

let world: World;
let practice: IssuedKey;
let browser: Visitor;
let ask: string;

beforeEach(async () => {
  world = await createWorld();
  const key = await world.createKey("acme");
  practice = await world.createKey("acme", "sandbox");
  browser = await portalVisitor(world, key);
  ask = `/partners/sandbox/${practice.key_id}/ask`;
});
afterEach(() => world.close());

async function asked(note = "For the shop, from May on") {
  await browser.open("/partners/sandbox");
  return browser.submit(ask, { note }, { accept: "application/json" });
}

test("a request waits among the operators' work until the key is promoted", async () => {
  const boss = await signedIn(world, "boss", "owner");
  expect((await boss.open("/admin")).text).not.toContain("Promotions that partners asked for");
  expect((await asked()).status).toBe(303);
  expect((await browser.open("/partners/sandbox")).text).toContain("waiting");
  expect((await asked()).status).toBe(409);
  expect((await boss.open("/admin")).text).toContain("Promotions that partners asked for");
  const list = (await boss.open("/admin/promotions")).text;
  expect([list.includes(practice.key_id), list.includes("For the shop, from May on")]).toEqual([true, true]);
  const page = await boss.open(`/admin/keys/${practice.key_id}/promotion`);
  expect(page.text).toContain("For the shop, from May on");
  const promoted = await boss.submit(`/admin/keys/${practice.key_id}/promote`, { confirm: "acme" });
  expect([promoted.status, promoted.text.includes("sk_live_")]).toEqual([200, true]);
  expect((await boss.open("/admin")).text).not.toContain("Promotions that partners asked for");
  expect((await browser.open("/partners/sandbox")).text).toContain("granted");
  expect((await browser.open("/partners/audit")).text).toContain("promotion.ask");
});

test("a declined request shows the reason, and can be made again", async () => {
  const boss = await signedIn(world, "boss", "operator");
  const decline = async () => {
    await boss.open(`/admin/keys/${practice.key_id}/promotion`);
    return boss.submit(`/admin/keys/${practice.key_id}/decline-promotion`, { reason: "Test a debit, too" });
  };
  expect((await decline()).status).toBe(409);
  await asked();
  expect((await decline()).status).toBe(303);
  expect((await browser.open("/partners/sandbox")).text).toContain("Test a debit, too");
  const trail = world.services.live.read.all<{ actor: string; details: string }>(
    "SELECT actor, details FROM audit_entries WHERE action = 'promotion.decline'",
  );
  expect(trail).toEqual([{ actor: "boss", details: '{"reason":"Test a debit, too"}' }]);
  expect((await asked()).status).toBe(303);
});

test("no request is made for a live key, a disabled one, or by a session for reading", async () => {
  const live = await world.createKey("acme");
  await browser.open("/partners/sandbox");
  expect((await browser.submit(`/partners/sandbox/${live.key_id}/ask`)).status).toBe(404);
  const reader = await portalVisitor(world, live, "read");
  expect((await reader.submit(ask)).status).toBe(403);
  await world.services.sandbox.writer.run((tx) =>
    setKeyStatus(tx, { kind: "command", name: "test" }, { keyId: practice.key_id, status: "disabled" }),
  );
  expect((await asked()).status).toBe(409);
  expect(world.services.live.read.all("SELECT * FROM promotion_requests")).toEqual([]);
});
