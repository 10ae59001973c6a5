import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type IssuedKey, setKeyStatus } from "../../../src/modules/access/keys/index.ts";
import { portalLink, portalVisitor } from "../../harness/app/portal.ts";
import { makeOperator, signedIn, visitor } from "../../harness/app/visitor.ts";
import { createWorld, type World } from "../../harness/app/world.ts";

/** Links and sessions of partners' own pages. */

let world: World;
let key: IssuedKey;
const COMMAND = { kind: "command", name: "test" } as const;

beforeEach(async () => {
  world = await createWorld({ PORTAL_EMBED_ORIGINS: "https://office.example" });
  key = await world.createKey("acme");
});
afterEach(() => world.close());

const post = (body: object, options: object = {}) =>
  world.call("POST", "/api/partner/portal-links", { key, body, ...options });
const disable = (keyId: string) =>
  world.services.live.writer.run((tx) => setKeyStatus(tx, COMMAND, { keyId, status: "disabled" }));

describe("a link", () => {
  test("opens one session, at its button and not when it is read", async () => {
    const path = await portalLink(world, key, { access: "read" });
    const browser = visitor(world);
    for (let i = 0; i < 3; i++) expect((await browser.open(path)).status).toBe(200);
    const opened = await browser.submit(path);
    expect([opened.status, opened.headers.get("location")]).toEqual([303, "/partners"]);
    expect(opened.headers.get("set-cookie")).toMatch(
      /^salute_portal=\S+; Path=\/; Max-Age=28800; HttpOnly; SameSite=Lax$/,
    );
    const page = await browser.open("/partners");
    expect([page.status, page.text.includes("acme")]).toEqual([200, true]);
    const other = visitor(world);
    expect((await other.open(path)).status).toBe(404);
    expect((await other.submit(path)).status).toBe(404);
    expect((await other.open("/partners")).status).toBe(403);
  });

  test("ends at its time, five minutes unless another is given", async () => {
    const path = await portalLink(world, key, { access: "read" });
    world.clock.advance(299_000);
    expect((await visitor(world).open(path)).status).toBe(200);
    world.clock.advance(1_000);
    expect((await visitor(world).open(path)).status).toBe(404);
    for (const expires_in of [59, 604_801])
      expect((await post({ access: "read", expires_in })).status).toBe(400);
  });

  test("is stored as a hash, and is in no replay, log or trail", async () => {
    const first = await post({ access: "manage" }, { idempotencyKey: "one" });
    const token = new URL(first.json.url).pathname.split("/").at(-1) ?? "";
    const again = await post({ access: "manage" }, { idempotencyKey: "one" });
    expect(again.json.original.body).toEqual({
      ...first.json,
      url: null,
      url_shown: true,
    });
    expect(first.json).not.toHaveProperty("url_shown");
    const { live } = world.services;
    for (const table of ["portal_links", "audit_entries", "idempotency_records"])
      expect(JSON.stringify(live.read.all(`SELECT * FROM ${table}`))).not.toContain(token);
    expect(world.logged.join("\n")).not.toContain(token);
  });

  test("needs the scopes webhooks and users", async () => {
    for (const scopes of [["webhooks"], ["users"]] as const) {
      const other = await world.createKey("acme", "live", { scopes });
      const answer = await post({ access: "read" }, { key: other });
      expect([answer.status, answer.json.error]).toEqual([403, "forbidden"]);
    }
  });

  test("opens nothing once the key that made it is disabled", async () => {
    const path = await portalLink(world, key, { access: "read" });
    await disable(key.key_id);
    expect((await visitor(world).open(path)).status).toBe(404);
  });

  test("for a frame names an origin that the operators allow, which alone may frame the pages", async () => {
    const refused = await post({ access: "read", embed_origin: "https://evil.example" });
    expect([refused.status, refused.json.details[0].field]).toEqual([400, "embed_origin"]);
    const path = await portalLink(world, key, { access: "read", embed_origin: "https://office.example" });
    const browser = visitor(world);
    const policy = async (page: string) => (await browser.open(page)).headers.get("content-security-policy");
    expect(await policy(path)).toContain("frame-ancestors https://office.example");
    await browser.submit(path);
    expect(await policy("/partners")).toContain("frame-ancestors https://office.example");
    expect((await browser.open("/partners")).text).not.toContain('aria-label="Main"');
    const plain = await portalVisitor(world, key, "read");
    const own = (await plain.open("/partners")).headers.get("content-security-policy");
    expect(own).toContain("frame-ancestors 'none'");
  });
});

test("over https the cookie is Secure and __Host-, and goes to frames only if the link allows one", async () => {
  await world.close();
  world = await createWorld({
    PUBLIC_BASE_URL: "https://salute.example",
    PORTAL_EMBED_ORIGINS: "https://office.example",
  });
  key = await world.createKey("acme");
  const cookieOf = async (body: { access: "read"; embed_origin?: string }) => {
    const path = await portalLink(world, key, body);
    return (await visitor(world).submit(path)).headers.get("set-cookie") ?? "";
  };
  expect(await cookieOf({ access: "read" })).toMatch(/^__Host-salute-portal=\S+; .*SameSite=Lax; Secure$/);
  expect(await cookieOf({ access: "read", embed_origin: "https://office.example" })).toEndWith(
    "; SameSite=None; Secure; Partitioned",
  );
});

describe("a session", () => {
  test("ends after eight hours, at its button, and when its key is disabled", async () => {
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => portalVisitor(world, key)));
    expect((await second?.submit("/partners/sign-out"))?.status).toBe(303);
    expect((await second?.open("/partners"))?.status).toBe(403);
    expect((await first?.open("/partners"))?.status).toBe(200);
    world.clock.advance(8 * 3_600_000 - 60_000);
    expect((await first?.open("/partners"))?.status).toBe(200);
    world.clock.advance(60_000);
    expect((await first?.open("/partners"))?.status).toBe(403);
    const later = await portalVisitor(world, key);
    await disable(key.key_id);
    expect((await later.open("/partners")).status).toBe(403);
    expect((await third?.open("/partners"))?.status).toBe(403);
  });

  test("refuses forms without its token, and those of other sites", async () => {
    const browser = await portalVisitor(world, key);
    const cookie = { cookie: browser.cookie() ?? "" };
    const foreign = await browser.submit("/partners/sign-out", {}, { "sec-fetch-site": "cross-site" });
    expect(foreign.status).toBe(403);
    const headers = {
      ...cookie,
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
    };
    const bare = await world.call("POST", "/partners/sign-out", {
      body: "",
      headers,
      nonce: null,
      idempotencyKey: null,
    });
    expect(bare.status).toBe(403);
    expect((await browser.open("/partners")).status).toBe(200);
  });

  test("is no operator's, nor is an operator's session one of it", async () => {
    const browser = await portalVisitor(world, key);
    expect((await browser.open("/admin")).status).toBe(403);
    const { token } = await makeOperator(world, "boss", "owner");
    const headers = { authorization: `Bearer ${token}` };
    expect((await world.call("GET", "/partners", { headers })).status).toBe(403);
  });
});

test("in safe mode links open sessions, and operators end those of a partner", async () => {
  const path = await portalLink(world, key, { access: "read" });
  const boss = await signedIn(world, "boss", "operator");
  await boss.submit("/admin/safe-mode", { state: "on", reason: "drill" });
  const browser = visitor(world);
  expect((await browser.submit(path)).status).toBe(303);
  expect((await browser.open("/partners")).status).toBe(200);
  const end = "/admin/partners/acme/portal/end-sessions";
  expect((await boss.open(end)).text).toMatch(/Open sessions<\/dt><dd[^>]*>1</);
  expect((await boss.submit(end)).status).toBe(303);
  expect((await browser.open("/partners")).status).toBe(403);
});

describe("an operator", () => {
  test("makes links for a partner with an active key, in the audit trail", async () => {
    const headers = { authorization: `Bearer ${(await makeOperator(world, "bot", "operator")).token}` };
    const make = (partner: string) =>
      world.call("POST", "/admin/ops/portal-links", { headers, body: { partner, access: "read" } });
    const made = await make("acme");
    expect([made.status, made.json.access]).toEqual([201, "read"]);
    expect((await make("nobody")).status).toBe(404);
    const browser = visitor(world);
    const path = new URL(made.json.url).pathname;
    await browser.submit(path);
    expect((await browser.open("/partners")).status).toBe(200);
    await disable(key.key_id);
    expect((await browser.open("/partners")).status).toBe(403);
    expect((await make("acme")).status).toBe(409);
    const trail = world.services.live.read.all<{ action: string; actor: string }>(
      "SELECT action, actor FROM audit_entries WHERE action LIKE 'portal.%' ORDER BY id",
    );
    expect(trail).toEqual([
      { action: "portal.create_link", actor: "bot" },
      { action: "portal.open", actor: "portal:acme" },
    ]);
  });

  test("makes a link at the partner's page, and ends the sessions", async () => {
    const boss = await signedIn(world, "boss", "operator");
    expect((await boss.open("/admin/partners/acme")).text).toContain("/admin/partners/acme/portal");
    expect((await boss.open("/admin/partners/acme/portal")).status).toBe(200);
    const made = await boss.submit("/admin/partners/acme/portal", {
      access: "manage",
      expires_in: "3600",
    });
    const path = /\/partners\/open\/\w+/.exec(made.text)?.[0] ?? "";
    const browser = visitor(world);
    await browser.submit(path);
    expect((await browser.open("/partners")).status).toBe(200);
    expect((await boss.open("/admin/partners/acme/portal/end-sessions")).text).toContain("Open sessions");
    expect((await boss.submit("/admin/partners/acme/portal/end-sessions")).status).toBe(303);
    expect((await browser.open("/partners")).status).toBe(403);
    for (const path of ["/admin/partners/nobody/portal", "/admin/partners/nobody/portal/end-sessions"]) {
      expect((await boss.open(path)).status).toBe(404);
      await boss.open("/admin/partners/acme/portal");
      expect((await boss.submit(path, path.endsWith("portal") ? { access: "read" } : {})).status).toBe(404);
    }
    await disable(key.key_id);
    await boss.open("/admin/partners/acme/portal");
    expect((await boss.submit("/admin/partners/acme/portal", { access: "read" })).status).toBe(409);
  });

  test("opens the portal of a partner that has only sandbox keys", async () => {
    await world.createKey("new-partner", "sandbox");
    const headers = { authorization: `Bearer ${(await makeOperator(world, "bot", "operator")).token}` };
    const body = { partner: "new-partner", access: "manage" };
    const made = await world.call("POST", "/admin/ops/portal-links", { headers, body });
    const browser = visitor(world);
    await browser.submit(new URL(made.json.url).pathname);
    expect((await browser.open("/partners")).status).toBe(200);
  });
});

test("with PORTAL_ENABLED=0 nothing of the portal is there, and sessions do not count", async () => {
  await world.close();
  world = await createWorld({ PORTAL_ENABLED: "0" });
  key = await world.createKey("acme");
  expect((await post({ access: "read" })).status).toBe(404);
  for (const path of ["/partners", "/partners/open/4Zt7xJ1n5bq2cPzj9Yw8R3mKd6VvHsTg"])
    expect((await world.call("GET", path)).status).toBe(404);
});
