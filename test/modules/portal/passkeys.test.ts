import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { MINUTE_MS } from "../../../src/kit/clock.ts";
import { type IssuedKey, setKeyStatus } from "../../../src/modules/access/keys/index.ts";
import { Authenticator } from "../../harness/app/authenticator.ts";
import { operatorsVisitor, permitAll, portalVisitor } from "../../harness/app/portal.ts";
import { signedIn, type Visitor, visitor } from "../../harness/app/visitor.ts";
import { createWorld, type World } from "../../harness/app/world.ts";

/** Members of partners who sign in with passkeys. */

let world: World;
let key: IssuedKey;
let manager: Visitor;
let ada: Visitor;
let device: Authenticator;

const ORIGIN = "https://salute.example";
const PASSKEYS = "/partners/passkeys";

beforeEach(async () => {
  world = await createWorld({ PUBLIC_BASE_URL: ORIGIN });
  key = await world.createKey("acme");
  await permitAll(world, "acme");
  manager = await operatorsVisitor(world, "acme");
  ada = await member(manager, "Ada");
  device = new Authenticator();
});
afterEach(() => world.close());

/** A browser of a new member, signed in by the link that is shown without mail. */
async function member(by: Visitor, name: string, access = "read"): Promise<Visitor> {
  await by.open("/partners/members");
  const email = `${name.toLowerCase()}@acme.example`;
  const shown = await by.submit("/partners/members", { name, email, access });
  const browser = visitor(world);
  await browser.submit(/\/partners\/open\/\w+/.exec(shown.text)?.[0] ?? "none");
  await browser.open("/partners");
  return browser;
}

const ceremony = (challenge: string, origin = ORIGIN) => ({
  challenge,
  origin,
  relyingPartyId: "salute.example",
});
const creationOptions = (who: Visitor) => who.open("/partners/passkey-options");

async function add(who = ada, on = device, name = "Phone", origin = ORIGIN) {
  const { json } = await creationOptions(who);
  await who.open(PASSKEYS);
  const credential = JSON.stringify(on.create(ceremony(json.challenge, origin)));
  return who.submit(PASSKEYS, { credential, passkey_name: name });
}

const challenge = async (at = "/partners/sign-in") =>
  (await world.call("GET", `${at}/passkey-options`)).json.challenge;

async function send(answer: object, at = "/partners/sign-in") {
  const who = visitor(world);
  const { status, text, headers } = await who.submit(`${at}/passkey`, { credential: JSON.stringify(answer) });
  return { who, status, text, cookie: headers.get("set-cookie") };
}

async function signIn(on = device, given: { origin?: string; challenge?: string } = {}) {
  on.counter++;
  return send(on.sign(ceremony(given.challenge ?? (await challenge()), given.origin)));
}

const trail = (action: string) =>
  world.services.live.read
    .all<{ actor: string; details: string }>(
      "SELECT actor, details FROM audit_entries WHERE action = ? ORDER BY id",
      action,
    )
    .map(({ actor, details }) => ({ actor, ...JSON.parse(details) }));
const count = () => world.services.live.read.all("SELECT id FROM passkeys").length;
const refused = { status: 403, cookie: null };

describe("a member's passkey", () => {
  test("is added with a name and signs in alone, under the member's name and access", async () => {
    expect((await creationOptions(ada)).json.user.name).toBe("Ada (acme)");
    expect((await add()).status).toBe(303);
    const { who, status, cookie } = await signIn();
    expect([status, cookie]).toEqual([303, expect.stringMatching(/^__Host-salute-portal=\S+; .*; Secure$/)]);
    const list = (await who.open(PASSKEYS)).text;
    expect([list.includes("Phone"), list.includes("never")]).toEqual([true, false]);
    expect(trail("member.passkey_add")).toEqual([
      { actor: "portal:acme/1", passkey_id: 1, passkey: "Phone" },
    ]);
    expect(trail("portal.open").at(-1)).toEqual({
      actor: "portal:acme/1",
      access: "read",
      method: "passkey",
      passkey: "Phone",
    });
    await who.open("/partners/webhooks");
    expect((await who.submit("/partners/webhooks", { target_url: "https://a.example" })).status).toBe(403);
    await manager.open("/partners/members/1");
    await manager.submit("/partners/members/1/access", { access: "manage" });
    expect((await (await signIn()).who.open("/partners/members/1")).status).toBe(200);
  });

  test("is one of several, is renamed, and no longer signs in once removed", async () => {
    const second = new Authenticator("EdDSA");
    await add();
    await add(ada, second, "Key");
    expect((await ada.open(`${PASSKEYS}/1`)).text).toContain("Passkey Phone");
    expect((await ada.submit(`${PASSKEYS}/1/rename`, { passkey_name: "Old phone" })).status).toBe(303);
    expect((await ada.open(`${PASSKEYS}/1/remove`)).text).toContain("Old phone no longer signs you in.");
    expect((await ada.submit(`${PASSKEYS}/1/remove`)).status).toBe(303);
    expect([(await signIn()).status, (await signIn(second)).status]).toEqual([403, 303]);
    expect(trail("member.passkey_rename")).toMatchObject([{ before: "Phone", after: "Old phone" }]);
    expect(trail("member.passkey_remove")).toMatchObject([{ passkey: "Old phone" }]);
    await ada.open(PASSKEYS);
    for (const path of ["", "/remove"]) expect((await ada.open(`${PASSKEYS}/1${path}`)).status).toBe(404);
    await ada.open(PASSKEYS);
    expect((await ada.submit(`${PASSKEYS}/1/rename`, { passkey_name: "x" })).status).toBe(404);
    expect((await ada.submit(`${PASSKEYS}/1/remove`)).status).toBe(404);
  });

  test("changes only within 15 minutes of a sign-in", async () => {
    await add();
    world.clock.advance(15 * MINUTE_MS);
    expect((await creationOptions(ada)).status).toBe(403);
    await ada.open(PASSKEYS);
    const form = { credential: "{}", passkey_name: "x" };
    const late = await ada.submit(PASSKEYS, form);
    expect([late.status, late.text.includes("within the last 15 minutes")]).toEqual([403, true]);
    expect((await ada.submit(`${PASSKEYS}/1/remove`)).status).toBe(403);
    const { who } = await signIn();
    await who.open(PASSKEYS);
    expect((await who.submit(`${PASSKEYS}/1/remove`)).status).toBe(303);
  });

  test("is a person's: a session that names nobody has none", async () => {
    for (const browser of [await portalVisitor(world, key), manager]) {
      const page = await browser.open(PASSKEYS);
      expect([page.status, page.text.includes("names nobody"), page.text.includes("data-passkey=")]).toEqual([
        200,
        true,
        false,
      ]);
      expect((await creationOptions(browser)).status).toBe(403);
      const form = { credential: "{}", passkey_name: "x" };
      expect((await browser.submit(PASSKEYS, form)).status).toBe(403);
      expect((await browser.open(`${PASSKEYS}/1`)).status).toBe(403);
      await browser.open(PASSKEYS);
      expect((await browser.submit(`${PASSKEYS}/1/rename`, { passkey_name: "x" })).status).toBe(403);
      expect((await browser.open(`${PASSKEYS}/1/remove`)).status).toBe(403);
      await browser.open(PASSKEYS);
      expect((await browser.submit(`${PASSKEYS}/1/remove`)).status).toBe(403);
    }
  });
});

describe("nothing is added", () => {
  test("for another origin, another member's challenge, a late one, or twice", async () => {
    const bob = await member(manager, "Bob");
    expect((await add(ada, device, "x", "https://evil.example")).status).toBe(400);
    const { json } = await creationOptions(bob);
    const credential = JSON.stringify(device.create(ceremony(json.challenge)));
    await ada.open(PASSKEYS);
    expect((await ada.submit(PASSKEYS, { credential, passkey_name: "x" })).status).toBe(400);
    expect(count()).toBe(0);
    expect((await add(bob)).status).toBe(303);
    expect((await add(ada)).status).toBe(409);
    const late = (await creationOptions(ada)).json.challenge;
    world.clock.advance(5 * MINUTE_MS);
    const stale = JSON.stringify(new Authenticator().create(ceremony(late)));
    await ada.open(PASSKEYS);
    expect((await ada.submit(PASSKEYS, { credential: stale, passkey_name: "x" })).status).toBe(400);
    expect(count()).toBe(1);
  });
});

describe("nobody is signed in", () => {
  beforeEach(async () => {
    expect((await add()).status).toBe(303);
  });

  test("for another origin, a replay, an expired challenge, and one of operators", async () => {
    expect(await signIn(device, { origin: "https://evil.example" })).toMatchObject(refused);
    device.counter++;
    const answer = device.sign(ceremony(await challenge()));
    expect((await send(answer)).status).toBe(303);
    const again = await send(answer);
    expect(again).toMatchObject(refused);
    expect(again.text).toContain("Not admitted");
    expect(again.text).toContain('data-passkey="get"');
    const expired = await challenge();
    world.clock.advance(5 * MINUTE_MS);
    expect(await signIn(device, { challenge: expired })).toMatchObject(refused);
    expect(await signIn(device, { challenge: await challenge("/admin/sign-in") })).toMatchObject(refused);
    expect(await signIn(new Authenticator())).toMatchObject(refused);
    for (const text of ["{}", "x"]) {
      const sent = await visitor(world).submit("/partners/sign-in/passkey", { credential: text });
      expect([text, sent.status]).toEqual([text, 403]);
    }
    expect((await visitor(world).submit("/partners/sign-in/passkey")).status).toBe(400);
  });

  test("as an operator with a member's passkey, or as a member with an operator's", async () => {
    const boss = await signedIn(world, "boss", "owner");
    const own = new Authenticator();
    const options = (await boss.open("/admin/account/passkey-options")).json;
    await boss.open("/admin/account");
    const credential = JSON.stringify(own.create(ceremony(options.challenge)));
    expect((await boss.submit("/admin/account/passkeys", { credential, passkey_name: "x" })).status).toBe(
      303,
    );
    own.counter++;
    expect(await send(own.sign(ceremony(await challenge())))).toMatchObject(refused);
    device.counter++;
    const asOperator = device.sign(ceremony(await challenge("/admin/sign-in")));
    expect(await send(asOperator, "/admin/sign-in")).toMatchObject(refused);
  });

  test("once the member is removed, whose passkeys go with it", async () => {
    const signed = (await signIn()).who;
    await manager.open("/partners/members/1/remove");
    expect((await manager.submit("/partners/members/1/remove")).status).toBe(303);
    expect([count(), (await signed.open("/partners")).status]).toEqual([0, 403]);
    expect(await signIn()).toMatchObject(refused);
  });

  test("without an active key of the partner, or with its portal switched off", async () => {
    await world.services.live.writer.run((tx) =>
      setKeyStatus(tx, { kind: "command", name: "test" }, { keyId: key.key_id, status: "disabled" }),
    );
    expect(await signIn()).toMatchObject(refused);
    await world.services.live.writer.run((tx) => {
      tx.run("UPDATE portal_settings SET is_enabled = 0");
      setKeyStatus(tx, { kind: "command", name: "test" }, { keyId: key.key_id, status: "active" });
    });
    expect(await signIn()).toMatchObject(refused);
    expect(trail("portal.open").filter(({ method }) => method === "passkey")).toEqual([]);
  });
});

test("another partner's member signs in to its own partner, and reads and changes nothing of others", async () => {
  await add(ada, device, "Tablet");
  await world.createKey("globex");
  await permitAll(world, "globex");
  const eve = await member(await operatorsVisitor(world, "globex"), "Eve", "manage");
  const hers = new Authenticator();
  await add(eve, hers, "Hers");
  const { who } = await signIn(hers);
  const page = (await who.open("/partners")).text;
  expect([page.includes("globex"), page.includes("acme")]).toEqual([true, false]);
  expect((await who.open(PASSKEYS)).text).not.toContain("Tablet");
  for (const path of ["", "/remove"]) expect((await who.open(`${PASSKEYS}/1${path}`)).status).toBe(404);
  await who.open(PASSKEYS);
  expect((await who.submit(`${PASSKEYS}/1/rename`, { passkey_name: "x" })).status).toBe(404);
  expect((await who.submit(`${PASSKEYS}/1/remove`)).status).toBe(404);
  expect((await signIn()).status).toBe(303);
});

test("operators' programs read a partner's members and settings", async () => {
  await add();
  const boss = await signedIn(world, "boss", "viewer");
  const members = await boss.open("/admin/ops/portal-members?partner=acme");
  expect([members.status, members.json.count, members.json.members[0]]).toEqual([
    200,
    1,
    expect.objectContaining({
      member_id: 1,
      name: "Ada",
      email: "ada@acme.example",
      access: "read",
      passkeys: 1,
    }),
  ]);
  const settings = (await boss.open("/admin/ops/portal-settings?partner=acme")).json;
  expect([settings.enabled, settings.powers.includes("keys"), settings.keys.max_keys]).toEqual([
    true,
    true,
    200,
  ]);
  await world.createKey("new", "sandbox");
  expect((await boss.open("/admin/ops/portal-members?partner=new")).json).toMatchObject({
    count: 0,
    members: [],
  });
  expect((await boss.open("/admin/ops/portal-settings?partner=new")).json.keys).toEqual({
    scopes: [],
    allowed_ips: [],
    daily_credit_limit: null,
    max_keys: 10,
  });
  for (const name of ["members", "settings"]) {
    expect((await boss.open(`/admin/ops/portal-${name}?partner=nobody`)).status).toBe(404);
    expect((await boss.open(`/admin/ops/portal-${name}`)).status).toBe(400);
  }
});

test("409 where browsers offer no passkeys, and the pages say why", async () => {
  await world.close();
  world = await createWorld({ PUBLIC_BASE_URL: "http://salute.example" });
  await world.createKey("acme");
  const who = await member(await operatorsVisitor(world, "acme"), "Ada");
  expect((await creationOptions(who)).status).toBe(409);
  expect((await who.open(PASSKEYS)).text).toContain("Passkeys need an https address");
  expect((await who.submit(PASSKEYS, { credential: "{}", passkey_name: "x" })).status).toBe(409);
  expect((await world.call("GET", "/partners/sign-in/passkey-options")).status).toBe(409);
  expect((await send({})).status).toBe(409);
  expect((await world.call("GET", "/partners/sign-in")).text).not.toContain("data-passkey=");
});

test("with PORTAL_ENABLED=0 there is no sign-in, and no JSON of it", async () => {
  await world.close();
  world = await createWorld({ PORTAL_ENABLED: "0" });
  expect((await world.call("GET", "/partners/sign-in/passkey-options")).status).toBe(404);
  expect((await send({})).status).toBe(404);
  const boss = await signedIn(world, "boss", "viewer");
  expect((await boss.open("/admin/ops/portal-members?partner=acme")).status).toBe(404);
});
