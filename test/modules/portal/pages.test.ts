import { afterEach, beforeEach, expect, test } from "bun:test";
import { allOperations } from "../../../src/compose/operations.ts";
import type { IssuedKey } from "../../../src/modules/access/keys/index.ts";
import { portalVisitor } from "../../harness/app/portal.ts";
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
  expect((await browser.submit(`${at}/end-old-secret`)).status).toBe(303);
  expect([await statusWith(secret), await statusWith(key.secret)]).toEqual([200, 401]);
  expect((await browser.submit(`${at}/end-old-secret`)).status).toBe(409);
  const trail = (await browser.open("/partners/audit")).text;
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
