import { afterEach, beforeEach, expect, test } from "bun:test";
import { allOperations } from "../../../src/compose/operations.ts";
import { adjustKey, type IssuedKey, type KeyAdjustments } from "../../../src/modules/access/keys/index.ts";
import { operatorsVisitor, portalVisitor } from "../../harness/app/portal.ts";
import { createWorld, type World } from "../../harness/app/world.ts";

/** Keys, sandbox, requests, events and the audit trail on partners' own pages. */

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
});
afterEach(() => world.close());

test("a key gets a new secret, shown once, and its old one ends", async () => {
  const browser = await portalVisitor(world, key);
  const at = `/partners/keys/${key.key_id}`;
  expect((await browser.open("/partners/keys")).text).toContain(key.key_id);
  expect((await browser.open(`${at}/rotate`)).text).not.toContain("/admin/");
  const rotated = await browser.submit(`${at}/rotate`);
  const secret = /sk_live_[1-9A-HJ-NP-Za-km-z]+/.exec(rotated.text)?.[0] ?? "";
  expect([rotated.status, secret === "", secret === key.secret]).toEqual([200, false, false]);
  const statusWith = async (used: string) =>
    (await world.call("GET", "/api/partner/webhooks", { key: { ...key, secret: used } })).status;
  expect([await statusWith(secret), await statusWith(key.secret)]).toEqual([200, 200]);
  expect((await browser.open(at)).text).toContain("End the old secret now");
  expect((await browser.open(`${at}/end-old-secret`)).text).toContain("ends now");
  expect((await browser.submit(`${at}/end-old-secret`)).text).toContain("The old secret has ended");
  expect([await statusWith(secret), await statusWith(key.secret)]).toEqual([200, 401]);
  expect((await browser.open(at)).status).toBe(403);
  const later = await portalVisitor(world, { ...key, secret });
  expect((await later.submit(`${at}/end-old-secret`)).status).toBe(409);
  const trail = (await later.open("/partners/audit")).text;
  for (const action of ["portal.create_link", "portal.open", "key.rotate", "key.end_old_secret"])
    expect(trail).toContain(action);
});

test("a session rotates no key whose scopes the key behind it lacks", async () => {
  const narrow = await world.createKey("acme", "live", { scopes: ["webhooks", "users"] });
  const browser = await portalVisitor(world, narrow);
  const page = await browser.open(`/partners/keys/${key.key_id}`);
  expect([page.status, page.text.includes("Rotate")]).toEqual([200, false]);
  expect((await browser.open(`/partners/keys/${key.key_id}/rotate`)).status).toBe(403);
  await browser.open("/partners");
  expect((await browser.submit(`/partners/keys/${key.key_id}/rotate`)).status).toBe(403);
  expect((await browser.open(`/partners/keys/${narrow.key_id}`)).text).toContain("Rotate the secret");
  expect((await browser.submit(`/partners/keys/${narrow.key_id}/rotate`)).status).toBe(200);
});

test("a session rotates no key with higher limits or more addresses than the key behind it", async () => {
  const other = await world.createKey("acme");
  const at = `/partners/keys/${other.key_id}`;
  const own: KeyAdjustments = {
    dailyCreditLimit: 50_000,
    rateLimitPerMinute: 500,
    allowedIps: ["10.0.0.0/8", "127.0.0.1"],
  };
  const browser = await portalVisitor(world, key);
  const adjust = (keyId: string, to: KeyAdjustments) =>
    world.services.live.writer.run((tx) =>
      adjustKey(tx, { kind: "command", name: "test" }, { keyId, ...to }),
    );
  await adjust(key.key_id, own);
  const secretOf = () =>
    world.services.live.read.one("SELECT secret_sealed FROM partner_keys WHERE key_id = ?", other.key_id);
  const before = secretOf();
  for (const more of [
    { dailyCreditLimit: null },
    { dailyCreditLimit: 50_001 },
    { rateLimitPerMinute: null },
    { rateLimitPerMinute: 0 },
    { rateLimitPerMinute: 501 },
    { allowedIps: [] },
    { allowedIps: ["10.1.0.0/16", "11.0.0.1"] },
  ]) {
    await adjust(other.key_id, { ...own, ...more });
    const page = await browser.open(at);
    expect([more, page.status, page.text.includes("Rotate")]).toEqual([more, 200, false]);
    for (const action of ["rotate", "end-old-secret"]) {
      expect([more, (await browser.open(`${at}/${action}`)).status]).toEqual([more, 403]);
      await browser.open("/partners");
      expect([more, (await browser.submit(`${at}/${action}`)).status]).toEqual([more, 403]);
    }
  }
  expect(secretOf()).toEqual(before);
  for (const [mine, less] of [
    [own, { ...own, dailyCreditLimit: 0, rateLimitPerMinute: 1, allowedIps: ["10.1.0.0/16"] }],
    [
      { ...own, rateLimitPerMinute: 1_000_000 },
      { ...own, rateLimitPerMinute: null },
    ],
    [
      { ...own, rateLimitPerMinute: null },
      { ...own, rateLimitPerMinute: null },
    ],
  ] as const) {
    await adjust(key.key_id, mine);
    await adjust(other.key_id, less);
    expect((await browser.open(at)).text).toContain("Rotate the secret");
    expect((await browser.submit(`${at}/rotate`)).status).toBe(200);
    await browser.open(`${at}/end-old-secret`);
    expect((await browser.submit(`${at}/end-old-secret`)).status).toBe(303);
  }
  await adjust(other.key_id, { rateLimitPerMinute: 1_000_000 });
  expect((await browser.open(`${at}/rotate`)).status).toBe(403);
});

test("a sandbox is reset to a state, with what its keys have practised beside it", async () => {
  const practice = await world.createKey("acme", "sandbox");
  await world.call("POST", "/api/partner/sandbox/users", { key: practice, body: { external_id: "zoe" } });
  const browser = await portalVisitor(world, key);
  const page = await browser.open("/partners/sandbox");
  expect([page.text.includes("standard-v1"), page.text.includes(practice.key_id)]).toEqual([true, true]);
  expect((await browser.submit("/partners/sandbox/reset", { state: "empty" })).status).toBe(303);
  expect((await browser.open("/partners/sandbox")).text).toContain("Your own sandbox is reset to empty");
  const users = await world.call("GET", "/api/partner/sandbox/users", { key: practice });
  expect(users.json.users).toEqual([]);
  expect((await browser.open("/partners/audit")).text).toContain("sandbox.reset");
});

test("requests are found by id, route and status", async () => {
  const headers = { "x-request-id": "my-request-0001" };
  await world.call("POST", "/api/partner/users", { key, body: { external_id: "zoe" }, headers });
  await world.call("POST", "/api/partner/users", { key, body: { external_id: 7 } });
  const browser = await portalVisitor(world, key);
  const rowsOf = async (query: string) =>
    ((await browser.open(`/partners/requests${query}`)).text.match(/<tr>/g) ?? []).length - 1;
  for (const isStored of [false, true]) {
    if (isStored) await world.services.requestLog.flush();
    expect(await rowsOf("?request_id=my-request-0001")).toBe(1);
    expect(await rowsOf("?status=400")).toBe(1);
    expect(await rowsOf("?route=/api/partner/users")).toBe(2);
    expect(await rowsOf("?route=/api/partner/users&status=201")).toBe(1);
  }
  expect((await browser.open("/partners")).text).toContain("invalid_payload");
});

test("a request's page shows its key and the ledger entry that it made", async () => {
  const user = await world.createUser(key, "zoe");
  const body = { user_id: user, amount: 5, reason: "gift" };
  const headers = { "x-request-id": "my-credit-0001" };
  await world.call("POST", "/api/salutes/credit", { key, body, headers, idempotencyKey: "order-1" });
  const read = { "x-request-id": "my-read-0001" };
  await world.call("GET", `/api/salutes/balance?user_id=${user}`, { key, headers: read });
  const browser = await portalVisitor(world, key, "read");
  for (const isStored of [false, true]) {
    if (isStored) await world.services.requestLog.flush();
    const { status, text } = await browser.open("/partners/requests/my-credit-0001");
    expect([status, text.includes("order-1"), text.includes("gift"), text.includes(key.key_id)]).toEqual([
      200,
      true,
      true,
      true,
    ]);
    const of = await browser.open("/partners/requests/my-read-0001");
    expect([of.status, of.text.includes("GET /api/salutes/balance"), of.text.includes("gift")]).toEqual([
      200,
      true,
      false,
    ]);
    expect((await browser.open("/partners/requests")).text).toContain(
      'href="/partners/requests/my-credit-0001"',
    );
  }
  const deliveries = /href="(\/partners\/deliveries\?[^"]+)"/.exec(
    (await browser.open("/partners/requests/my-credit-0001")).text,
  )?.[1];
  expect((await browser.open((deliveries ?? "").replaceAll("&amp;", "&"))).status).toBe(200);
  expect((await browser.open("/partners/requests/nothing")).status).toBe(404);
});

test("a key's session shows no entry without the scope ledger, and no event, delivery or webhook without webhooks", async () => {
  const body = { user_id: await world.createUser(key, "zoe"), amount: 5, reason: "gift" };
  const headers = { "x-request-id": "my-credit-0001" };
  const made = await world.call("POST", "/api/salutes/credit", { key, body, headers });
  const entry = `/partners/ledger/${made.json.ledger_entry_id}`;
  const request = "/partners/requests/my-credit-0001";
  const narrow = await world.createKey("acme", "live", { scopes: ["users", "webhooks"] });
  const browser = await portalVisitor(world, narrow);
  const refused = await browser.open(entry);
  expect([refused.status, refused.text.includes("lacks the scope ledger")]).toEqual([403, true]);
  const shown = await browser.open(request);
  expect([shown.status, shown.text.includes("gift"), shown.text.includes(entry)]).toEqual([
    200,
    false,
    false,
  ]);
  const lists = ["events", "deliveries", "webhooks"].map((each) => `/partners/${each}`);
  for (const path of lists) expect([path, (await browser.open(path)).status]).toEqual([path, 200]);
  await world.services.live.writer.run((tx) =>
    adjustKey(tx, { kind: "command", name: "test" }, { keyId: narrow.key_id, scopes: ["users", "ledger"] }),
  );
  for (const path of lists) {
    const { status, text } = await browser.open(path);
    expect([path, status, text.includes("lacks the scope webhooks")]).toEqual([path, 403, true]);
  }
  await browser.open("/partners");
  expect((await browser.submit("/partners/deliveries/retry", { id: "1" })).status).toBe(403);
  const other = await operatorsVisitor(world, "acme");
  for (const each of [browser, other]) {
    expect((await each.open(entry)).text).toContain("gift");
    expect((await each.open(request)).text).toContain(entry);
  }
  for (const path of lists) expect([path, (await other.open(path)).status]).toEqual([path, 200]);
});

test("the catalogue shows a body of every event", async () => {
  const browser = await portalVisitor(world, key, "read");
  const { text } = await browser.open("/partners/events");
  for (const type of ["salutes.credit", "donation.claimed", "webhook.test"])
    expect(text).toContain(`id="${type}"`);
});

/** Members change how they sign in, whatever they may change else. */
const isOwn = (path: string) => path.startsWith("/partners/passkeys");

test("a session for reading is refused each change, before anything is read", async () => {
  const browser = await portalVisitor(world, key, "read");
  const forms = allOperations(world.services).filter(
    ({ access, form, id, path }) =>
      access.kind === "member" && form !== null && id !== "closePortal" && !isOwn(path),
  );
  expect(forms.length).toBeGreaterThan(10);
  for (const { path } of forms)
    expect([path, (await browser.submit(path.replaceAll(/\{\w+\}/g, "1"))).status]).toEqual([path, 403]);
});

test("the audit trail up to a day shows the 90 days before it, however long ago they are", async () => {
  await portalVisitor(world, key, "read");
  const day = new Date(world.clock.now()).toISOString().slice(0, 10);
  world.clock.advance(120 * 86_400_000);
  const browser = await portalVisitor(world, await world.createKey("acme"), "read");
  const trail = async (query: string) => (await browser.open(`/partners/audit${query}`)).text;
  for (const query of [`?to=${day}`, `?from=${day}&to=${day}`])
    expect((await trail(query)).match(/>portal\.open</g)?.length).toBe(1);
});
