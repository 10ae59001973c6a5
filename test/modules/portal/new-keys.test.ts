import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  adjustKey,
  ensurePartner,
  type IssuedKey,
  type Scope,
} from "../../../src/modules/access/keys/index.ts";
import { type PortalSettings, setSettings } from "../../../src/modules/portal/settings/index.ts";
import { portalVisitor } from "../../harness/app/portal.ts";
import { signedIn, visitor } from "../../harness/app/visitor.ts";
import { createWorld, type World } from "../../harness/app/world.ts";

/** Keys that partners create themselves, within the bounds of their operators. */

let world: World;
let key: IssuedKey;

const COMMAND = { kind: "command", name: "test" } as const;
const BOUNDS: PortalSettings = {
  isEnabled: true,
  powers: ["keys"],
  scopes: ["read", "users", "webhooks"],
  allowedIps: ["10.0.0.0/8", "2001:db8::/32"],
  dailyCreditLimit: 50_000,
  maxKeys: 3,
};

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
  await permit(BOUNDS);
});
afterEach(() => world.close());

function permit(settings: PortalSettings): Promise<void> {
  return world.services.live.writer.run((tx) =>
    setSettings(tx, COMMAND, { partner: { id: ensurePartner(tx, "acme"), name: "acme" }, settings }),
  );
}

const fields = (scopes: Scope, allowed_ips: string, mode = "live") => ({ mode, scopes, allowed_ips });
const countKeys = () =>
  [world.services.live, world.services.sandbox]
    .map(({ read }) => read.one<{ count: number }>("SELECT COUNT(*) AS count FROM partner_keys").count)
    .reduce((sum, count) => sum + count, 0);

async function create(browser: Awaited<ReturnType<typeof portalVisitor>>, sent: Record<string, string>) {
  await browser.open("/partners/keys/new");
  return browser.submit("/partners/keys", sent, { accept: "application/json" });
}

test("a key within the bounds works at once, with its limits, and is in the trail", async () => {
  const browser = await portalVisitor(world, key);
  expect((await browser.open("/partners/keys")).text).toContain('href="/partners/keys/new"');
  const form = (await browser.open("/partners/keys/new")).text;
  expect([
    form.includes('value="users"'),
    form.includes('value="credit"'),
    form.includes("500 salutes"),
  ]).toEqual([true, false, true]);
  const refused = await browser.submit("/partners/keys", fields("users", "203.0.113.7"));
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('value="203.0.113.7"')]);
  const made = await browser.submit("/partners/keys", fields("users", "10.1.0.0/16, 2001:db8:7::1"));
  const keyId = /pk_live_[0-9a-f]+/.exec(made.text)?.[0] ?? "";
  const secret = /sk_live_[1-9A-HJ-NP-Za-km-z]+/.exec(made.text)?.[0] ?? "";
  expect([made.status, keyId === key.key_id, secret === ""]).toEqual([200, false, false]);
  const row = world.services.live.read.one<Record<string, unknown>>(
    "SELECT scopes, allowed_ips, daily_credit_limit, status FROM partner_keys WHERE key_id = ?",
    keyId,
  );
  expect(row).toEqual({
    scopes: '["users"]',
    allowed_ips: '["10.1.0.0/16","2001:db8:7::1"]',
    daily_credit_limit: 50_000,
    status: "active",
  });
  const practice = await browser.submit("/partners/keys", fields("users", "10.0.0.1", "sandbox"));
  expect([practice.status, practice.text.includes("sk_sandbox_")]).toEqual([200, true]);
  const trail = (await browser.open("/partners/audit")).text;
  expect([trail.includes("key.create"), trail.includes(secret)]).toEqual([true, false]);
});

test("nothing beyond the bounds is created", async () => {
  const browser = await portalVisitor(world, key);
  const before = countKeys();
  for (const [field, sent] of [
    ["scopes", fields("credit", "10.0.0.1")],
    ["scopes", { mode: "live", allowed_ips: "10.0.0.1" }],
    ["allowed_ips", fields("read", "")],
    ["allowed_ips", fields("read", "11.0.0.1")],
    ["allowed_ips", fields("read", "10.0.0.1, 0.0.0.0/0")],
    ["allowed_ips", fields("read", "10.0.0.0/7")],
    ["allowed_ips", fields("read", "2001:db8::/31")],
    ["allowed_ips", fields("read", "::ffff:10.0.0.0/104")],
    ["allowed_ips", fields("read", "somewhere")],
    ["mode", { ...fields("read", "10.0.0.1"), mode: "other" }],
  ] as const) {
    const refused = await create(browser, sent);
    expect([sent, refused.status, refused.json.details?.[0]?.field]).toEqual([sent, 400, field]);
  }
  expect(countKeys()).toBe(before);
});

test("at most as many active keys are created as permitted", async () => {
  const browser = await portalVisitor(world, key);
  expect((await create(browser, fields("read", "10.0.0.1"))).status).toBe(200);
  expect((await create(browser, fields("read", "10.0.0.1", "sandbox"))).status).toBe(200);
  const refused = await create(browser, fields("read", "10.0.0.1"));
  expect([refused.status, refused.json.error, countKeys()]).toEqual([409, "state_conflict", 3]);
});

test("a key's session creates none with more than that key has; an operator's link has the partner's bounds", async () => {
  const narrow = await world.createKey("acme", "live", { scopes: ["users", "webhooks"] });
  await permit({ ...BOUNDS, allowedIps: [], dailyCreditLimit: null, maxKeys: 9 });
  const browser = await portalVisitor(world, narrow);
  await world.services.live.writer.run((tx) =>
    adjustKey(tx, COMMAND, {
      keyId: narrow.key_id,
      dailyCreditLimit: 700,
      rateLimitPerMinute: 5,
      allowedIps: ["192.0.2.0/24"],
    }),
  );
  expect((await create(browser, fields("read", "192.0.2.1"))).json.details[0].field).toBe("scopes");
  expect((await create(browser, fields("users", "10.0.0.1"))).json.details[0].field).toBe("allowed_ips");
  const made = await create(browser, fields("users", "192.0.2.7"));
  expect(made.status).toBe(200);
  const newest = world.services.live.read.one<Record<string, unknown>>(
    "SELECT daily_credit_limit, rate_limit_per_minute FROM partner_keys ORDER BY rowid DESC LIMIT 1",
  );
  expect(newest).toEqual({ daily_credit_limit: 700, rate_limit_per_minute: 5 });
  const boss = await signedIn(world, "boss", "owner");
  await boss.open("/admin/partners/acme/portal");
  const link = await boss.submit("/admin/partners/acme/portal", { access: "manage", expires_in: "300" });
  const own = visitor(world);
  await own.submit(/\/partners\/open\/\w+/.exec(link.text)?.[0] ?? "");
  expect((await create(own, fields("read", ""))).status).toBe(200);
});

test("without the permission there is no form, and reading sessions have none either", async () => {
  const reader = await portalVisitor(world, key, "read");
  await permit({ ...BOUNDS, powers: ["secrets"] });
  const browser = await portalVisitor(world, key);
  for (const each of [reader, browser]) {
    expect((await each.open("/partners/keys")).text).not.toContain("/partners/keys/new");
    expect((await each.open("/partners/keys/new")).status).toBe(403);
    await each.open("/partners/keys");
    expect((await each.submit("/partners/keys", fields("read", "10.0.0.1"))).status).toBe(403);
  }
});
