import { afterEach, beforeEach, expect, test } from "bun:test";
import { allOperations } from "../../../src/compose/operations.ts";
import type { IssuedKey } from "../../../src/modules/access/keys/index.ts";
import { portalLink, portalVisitor } from "../../harness/app/portal.ts";
import { makeOperator, signedIn, type Visitor, visitor } from "../../harness/app/visitor.ts";
import { createWorld, type World } from "../../harness/app/world.ts";

/** What operators permit a partner on its own pages. */

let world: World;
let key: IssuedKey;
let boss: Visitor;

const PATH = "/admin/partners/acme/portal/settings";

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
  boss = await signedIn(world, "boss", "owner");
});
afterEach(() => world.close());

async function set(fields: Record<string, string>, powers: readonly string[]) {
  await boss.open(PATH);
  const all = new URLSearchParams({ is_enabled: "1", max_keys: "10", ...fields });
  for (const power of powers) all.append("powers", power);
  return boss.submit(PATH, Object.fromEntries(all));
}

test("each power is a permission of the partner: without it forms are refused and pages have none", async () => {
  await boss.open(PATH);
  expect((await boss.submit(PATH, { is_enabled: "1", max_keys: "10" })).status).toBe(303);
  const browser = await portalVisitor(world, key);
  const own = allOperations(world.services).filter(({ access }) => access.kind === "member");
  // Members change how they sign in without a power.
  const isOwn = (path: string) => path.startsWith("/partners/passkeys");
  const forms = own.filter(({ form, id, path }) => form !== null && id !== "closePortal" && !isOwn(path));
  expect(forms.length).toBeGreaterThan(10);
  for (const { path } of forms) {
    const { status, text } = await browser.submit(path.replaceAll(/\{\w+\}/g, "1"));
    expect([path, status, text.includes("do not permit this")]).toEqual([path, 403, true]);
  }
  for (const { path } of own.filter(({ method, path }) => method === "GET" && !path.includes("{"))) {
    const { status, text } = await browser.open(path);
    const targets = [...text.matchAll(/<form method="post" action="([^"]+)"/g)].map(([, to]) => to);
    if (status === 200) expect([path, targets]).toEqual([path, ["/partners/sign-out"]]);
  }
});

test("one power permits its forms and no others", async () => {
  expect((await set({}, ["webhooks"])).status).toBe(303);
  const browser = await portalVisitor(world, key);
  await browser.open("/partners/webhooks");
  const fields = { target_url: "https://partner.example/hooks", event_types: "*" };
  expect((await browser.submit("/partners/webhooks", fields)).status).toBe(200);
  for (const path of ["sandbox/reset", "deliveries/retry", `keys/${key.key_id}/rotate`])
    expect([path, (await browser.submit(`/partners/${path}`)).status]).toEqual([path, 403]);
});

test("a portal that is off ends sessions and links, makes none, and comes back without them", async () => {
  const browser = await portalVisitor(world, key);
  const link = await portalLink(world, key, { access: "read" });
  expect((await set({ is_enabled: "0" }, ["webhooks"])).status).toBe(303);
  expect((await browser.open("/partners")).status).toBe(403);
  expect((await visitor(world).open(link)).status).toBe(404);
  const body = { access: "read" };
  const refused = await world.call("POST", "/api/partner/portal-links", { key, body });
  expect([refused.status, refused.json.error]).toEqual([403, "forbidden"]);
  const headers = { authorization: `Bearer ${(await makeOperator(world, "bot", "operator")).token}` };
  const ordered = await world.call("POST", "/admin/ops/portal-links", {
    headers,
    body: { partner: "acme", access: "read" },
  });
  expect([ordered.status, ordered.json.error]).toEqual([409, "state_conflict"]);
  await set({ is_enabled: "1" }, ["webhooks"]);
  expect((await browser.open("/partners")).status).toBe(403);
  expect((await visitor(world).open(link)).status).toBe(404);
  expect((await (await portalVisitor(world, key)).open("/partners")).status).toBe(200);
});

test("only owners change settings, which the audit trail keeps with the old ones", async () => {
  const bot = await signedIn(world, "bot", "operator");
  const read = await bot.open(PATH);
  expect([
    read.status,
    read.text.includes("deliveries, webhooks"),
    read.text.includes("Save settings"),
  ]).toEqual([200, true, false]);
  expect((await bot.submit(PATH, { is_enabled: "0", max_keys: "10" })).status).toBe(403);
  expect((await set({ scopes: "read", allowed_ips: "10.0.0.0/8" }, ["keys"])).status).toBe(303);
  const [entry] = world.services.live.read.all<{ actor: string; details: string }>(
    "SELECT actor, details FROM audit_entries WHERE action = 'portal.set'",
  );
  expect(entry?.actor).toBe("boss");
  expect(JSON.parse(entry?.details ?? "")).toMatchObject({
    powers: ["keys"],
    allowedIps: ["10.0.0.0/8"],
    before: { powers: ["deliveries", "webhooks", "secrets", "sandbox", "members"], allowedIps: [] },
  });
});

test("bad settings are 400 and name their field, and those of another page's time 409", async () => {
  for (const [field, value] of [
    ["allowed_ips", "10.0.0.0/33"],
    ["daily_credit_limit", "much"],
    ["max_keys", "0"],
    ["is_enabled", "2"],
    ["powers", "ledger"],
  ] as const) {
    await boss.open(PATH);
    const headers = { accept: "application/json" };
    const fields = { is_enabled: "1", max_keys: "10", [field]: value };
    const refused = await boss.submit(PATH, fields, headers);
    expect([field, refused.status, refused.json.details?.[0]?.field]).toEqual([field, 400, field]);
  }
  const bare = await set({}, ["keys"]);
  expect([bare.status, bare.text.includes("at least one if the partner may create keys")]).toEqual([
    400,
    true,
  ]);
  expect((await set({ seen: "an-older-state" }, [])).status).toBe(409);
  await boss.open(PATH);
  expect((await boss.open("/admin/partners/nobody/portal/settings")).status).toBe(404);
  await boss.open(PATH);
  const unknown = await boss.submit("/admin/partners/nobody/portal/settings", {
    is_enabled: "1",
    max_keys: "10",
  });
  expect(unknown.status).toBe(404);
});
