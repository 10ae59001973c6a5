import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { MINUTE_MS } from "../../../../src/kit/clock.ts";
import { Authenticator } from "../../../harness/app/authenticator.ts";
import {
  generateCode,
  makeOperator,
  PASSWORD,
  signedIn,
  type Visitor,
  visitor,
} from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
let browser: Visitor;
let device: Authenticator;

beforeEach(async () => {
  world = await createWorld({ PUBLIC_BASE_URL: "https://salute.example" });
  browser = await signedIn(world, "ops", "owner");
  device = new Authenticator();
});

afterEach(() => world.close());

const ORIGIN = "https://salute.example";
const challengeOf = (text: string): string => JSON.parse(text).challenge;
const ceremony = (challenge: string, origin = ORIGIN) => ({
  challenge,
  origin,
  relyingPartyId: "salute.example",
});

const newOptions = async (who = browser) => (await who.open("/admin/account/passkey-options")).text;

/** Adds the device as a passkey of this visitor. */
async function add(who = browser, name = "Phone", on = device) {
  const credential = JSON.stringify(on.create(ceremony(challengeOf(await newOptions(who)))));
  await who.open("/admin/account");
  return who.submit("/admin/account/passkeys", { credential, passkey_name: name });
}

const requestChallenge = async () =>
  challengeOf((await world.call("GET", "/admin/sign-in/passkey-options")).text);

async function signIn(on = device, wrong: { origin?: string; challenge?: string; id?: string } = {}) {
  on.counter++;
  const challenge = wrong.challenge ?? (await requestChallenge());
  const answer = on.sign(ceremony(challenge, wrong.origin));
  return send({ ...answer, id: wrong.id ?? answer.id });
}

async function send(answer: object) {
  const who = visitor(world);
  const sent = await who.submit("/admin/sign-in/passkey", { credential: JSON.stringify(answer) });
  return { who, status: sent.status, text: sent.text, cookie: sent.headers.get("set-cookie") };
}

const trail = (action: string) =>
  world.services.live.read.all<{ details: string }>(
    "SELECT details FROM audit_entries WHERE action = ? ORDER BY id",
    action,
  );

describe("a passkey", () => {
  test("is added with a name, signs in alone, and shows when it was last used", async () => {
    expect((await add()).status).toBe(303);
    const { who, status, cookie } = await signIn();
    expect([status, cookie]).toEqual([303, expect.stringMatching(/^__Host-salute=\S+; .*; Secure$/)]);
    const page = (await who.open("/admin/account")).text;
    expect(page).toContain("Phone");
    expect(page).toMatch(/Your sessions[\s\S]*passkey/);
    expect(trail("operator.passkey_add").map(({ details }) => JSON.parse(details).passkey)).toEqual([
      "Phone",
    ]);
    expect(JSON.parse(trail("operator.sign_in").at(-1)?.details ?? "{}")).toMatchObject({
      method: "passkey",
      passkey: "Phone",
    });
    const row = world.services.live.read.get<{ last_used_at: number }>("SELECT last_used_at FROM passkeys");
    expect(row?.last_used_at).toBe(world.clock.now());
  });

  test("needs no code of the second factor: its device verified the person", async () => {
    await add();
    await browser.submit("/admin/account/second-factor");
    const page = (await browser.open("/admin/account")).text;
    const secret = (/<code>((?:[A-Z2-7]{4} ?)+)<\/code>/.exec(page)?.[1] ?? "").replaceAll(" ", "");
    const code = generateCode(secret, world.clock.now());
    expect((await browser.submit("/admin/account/second-factor/confirm", { code })).status).toBe(200);
    expect((await signIn()).status).toBe(303);
    const form = { name: "ops", password: PASSWORD };
    expect((await visitor(world).submit("/admin/sign-in", form)).status).toBe(403);
  });

  test("is one of several, is renamed, and no longer signs in once removed", async () => {
    const second = new Authenticator("EdDSA");
    await add();
    await add(browser, "Key", second);
    const at = "/admin/account/passkeys/1";
    expect((await browser.open(at)).text).toContain("Passkey Phone");
    expect((await browser.submit(`${at}/rename`, { passkey_name: "Old phone" })).status).toBe(303);
    expect((await browser.open(`${at}/remove`)).text).toContain("Old phone no longer signs you in.");
    expect((await browser.submit(`${at}/remove`)).status).toBe(303);
    expect([(await signIn()).status, (await signIn(second)).status]).toEqual([403, 303]);
    expect(trail("operator.passkey_rename").map(({ details }) => JSON.parse(details))).toEqual([
      { passkey_id: 1, before: "Phone", after: "Old phone" },
    ]);
    expect(trail("operator.passkey_remove")).toHaveLength(1);
    await browser.open("/admin/account");
    for (const path of ["", "/rename", "/remove"])
      expect((await browser.open(`${at}${path === "/rename" ? "" : path}`)).status).toBe(404);
    expect((await browser.submit(`${at}/rename`, { passkey_name: "x" })).status).toBe(404);
    expect((await browser.submit(`${at}/remove`)).status).toBe(404);
  });

  test("cannot be added twice, or with a used challenge or one of another operator", async () => {
    const other = await signedIn(world, "zoe", "viewer");
    const challenge = challengeOf(await newOptions());
    const credential = JSON.stringify(device.create(ceremony(challenge)));
    const post = async (who: Visitor, text: string) => {
      await who.open("/admin/account");
      return (await who.submit("/admin/account/passkeys", { credential: text, passkey_name: "x" })).status;
    };
    expect(await post(other, credential)).toBe(400);
    expect(await post(browser, credential)).toBe(303);
    expect(await post(browser, credential)).toBe(400);
    expect((await add()).status).toBe(409);
    expect((await add(other)).status).toBe(409);
    const late = JSON.stringify(new Authenticator().create(ceremony(challengeOf(await newOptions()))));
    world.clock.advance(5 * MINUTE_MS);
    expect(await post(browser, late)).toBe(400);
    const elsewhere = ceremony(challengeOf(await newOptions()), "https://evil.example");
    expect(await post(browser, JSON.stringify(new Authenticator().create(elsewhere)))).toBe(400);
    expect(world.services.live.read.all("SELECT id FROM passkeys")).toHaveLength(1);
  });

  test("of another operator can neither be seen, renamed nor removed", async () => {
    await add();
    const other = await signedIn(world, "zoe", "owner");
    const at = "/admin/account/passkeys/1";
    expect((await other.open(at)).status).toBe(404);
    await other.open("/admin/account");
    expect((await other.submit(`${at}/rename`, { passkey_name: "mine" })).status).toBe(404);
    expect((await other.submit(`${at}/remove`)).status).toBe(404);
    expect((await signIn()).status).toBe(303);
  });

  test("changes only within 15 minutes of a sign-in: an open session is not enough", async () => {
    await add();
    await add(browser, "Key", new Authenticator());
    world.clock.advance(15 * MINUTE_MS);
    expect((await browser.open("/admin/account/passkey-options")).status).toBe(403);
    await browser.open("/admin/account");
    const late = await browser.submit("/admin/account/passkeys/1/remove");
    expect([late.status, late.text.includes("within the last 15 minutes")]).toEqual([403, true]);
    const form = { credential: "{}", passkey_name: "x" };
    expect((await browser.submit("/admin/account/passkeys", form)).status).toBe(403);
    const { who } = await signIn();
    await who.open("/admin/account");
    expect((await who.submit("/admin/account/passkeys/1/remove")).status).toBe(303);
  });
});

describe("403, without a session", () => {
  beforeEach(async () => {
    await add();
  });

  const refused = { status: 403, cookie: null };

  test("for another origin", async () => {
    expect(await signIn(device, { origin: "https://evil.example" })).toMatchObject(refused);
  });

  test("for a replayed answer, and for a challenge that was answered before", async () => {
    const challenge = await requestChallenge();
    device.counter++;
    const answer = device.sign(ceremony(challenge));
    expect((await send(answer)).status).toBe(303);
    expect(await send(answer)).toMatchObject(refused);
    expect(await signIn(device, { challenge })).toMatchObject(refused);
    await world.restart();
    expect(await signIn(device, { challenge })).toMatchObject(refused);
  });

  test("for an expired, a forged and another purpose's challenge", async () => {
    const forged = Buffer.from(`x.${world.clock.now() + MINUTE_MS}.${"0".repeat(64)}`).toString("base64url");
    const ofAnother = challengeOf(await newOptions());
    const expired = await requestChallenge();
    world.clock.advance(5 * MINUTE_MS);
    for (const challenge of [forged, ofAnother, expired, "AA"])
      expect(await signIn(device, { challenge })).toMatchObject(refused);
  });

  test("for a count that goes back", async () => {
    expect((await signIn()).status).toBe(303);
    device.counter = 0;
    const { status, text } = await signIn();
    expect([status, text.includes("may have been copied")]).toEqual([403, true]);
  });

  test("for another's credential, and an unknown one", async () => {
    const stolen = new Authenticator();
    expect(await signIn(stolen, { id: device.credentialId })).toMatchObject(refused);
    expect(await signIn(stolen)).toMatchObject(refused);
  });

  test("for a disabled operator", async () => {
    const owner = await signedIn(world, "boss", "owner");
    await owner.open("/admin/operators/ops");
    await owner.submit("/admin/operators/ops/disable");
    expect(await signIn()).toMatchObject(refused);
  });

  test("for malformed text, which shows the form again", async () => {
    const who = visitor(world);
    const answer = await who.submit("/admin/sign-in/passkey", { credential: "{", next: "/admin/jobs" });
    expect([answer.status, answer.text.includes('value="/admin/jobs"')]).toEqual([403, true]);
  });

  test("and the failure is in the trail, under the operator's name", async () => {
    await signIn(device, { origin: "https://evil.example" });
    const [entry] = world.services.live.read.all<{ subject: string }>(
      "SELECT subject FROM audit_entries WHERE action = 'operator.sign_in_failed'",
    );
    expect(entry?.subject).toBe("ops");
  });

  test("429 after repeated failures of an address, which hold up no other address", async () => {
    for (let tried = 0; tried < 5; tried++) await signIn(device, { origin: "https://evil.example" });
    expect((await signIn()).status).toBe(429);
    world.clock.advance(MINUTE_MS);
    expect((await signIn()).status).toBe(303);
  });
});

describe("an account with passkeys only", () => {
  const removePassword = async (who = browser) => {
    await who.open("/admin/account");
    return (await who.submit("/admin/account/password/remove")).status;
  };

  test("comes of removing the password, which needs a passkey; then no password opens it", async () => {
    expect((await browser.open("/admin/account/password/remove")).text).toContain("your only way in");
    expect(await removePassword()).toBe(409);
    await add();
    expect((await browser.open("/admin/account/password/remove")).text).toContain("Remove password");
    expect(await removePassword()).toBe(303);
    expect(await removePassword()).toBe(409);
    const form = { name: "ops", password: PASSWORD };
    expect((await visitor(world).submit("/admin/sign-in", form)).status).toBe(403);
    expect((await signIn()).status).toBe(303);
    expect(trail("operator.password_remove")).toHaveLength(1);
    expect((await browser.open("/admin/account/passkeys/1/remove")).text).toContain("your only way in");
    await browser.open("/admin/account");
    expect((await browser.submit("/admin/account/passkeys/1/remove")).status).toBe(409);
  });

  test("is protected: no notice names its owner, and the list says so", async () => {
    const unprotected = async () =>
      (await browser.open("/admin/operators?role=owner&second_factor=no")).text.includes(">ops<");
    await add();
    expect(await unprotected()).toBe(true);
    await removePassword();
    expect(await unprotected()).toBe(false);
    expect((await browser.open("/admin")).text).not.toContain("Owners without a second factor");
  });

  test("gets a password again after a recent sign-in only", async () => {
    await add();
    await removePassword();
    const fresh = { password: "another one, and longer", repeated: "another one, and longer" };
    world.clock.advance(15 * MINUTE_MS);
    await browser.open("/admin/account");
    expect((await browser.submit("/admin/account/password", fresh)).status).toBe(403);
    const { who } = await signIn();
    expect((await who.open("/admin/account")).text).toContain("Set a password");
    expect((await who.submit("/admin/account/password", fresh)).status).toBe(303);
    const form = { name: "ops", password: fresh.password };
    expect((await visitor(world).submit("/admin/sign-in", form)).status).toBe(303);
  });

  test("is opened by a one-time link, which then is over; a reset ends its passkeys", async () => {
    const { linkPath } = await makeOperator(world, "zoe", "operator");
    const guest = visitor(world);
    expect((await guest.open(linkPath)).text).toContain("Create a passkey");
    const options = await guest.open(`${linkPath}/passkey-options`);
    const form = (origin = ORIGIN) => ({
      credential: JSON.stringify(device.create(ceremony(challengeOf(options.text), origin))),
      passkey_name: "Laptop",
    });
    const wrong = await guest.submit(`${linkPath}/passkey`, form("https://evil.example"));
    expect([wrong.status, wrong.text.includes("was made for https://evil.example")]).toEqual([400, true]);
    const done = await guest.submit(`${linkPath}/passkey`, form());
    expect([done.status, done.headers.get("location")]).toEqual([303, "/admin"]);
    expect((await guest.open("/admin/account")).text).toContain("Laptop");
    for (const path of ["", "/passkey-options"])
      expect((await visitor(world).open(linkPath + path)).status).toBe(404);
    expect((await visitor(world).submit(`${linkPath}/passkey`, form())).status).toBe(404);
    expect((await signIn()).status).toBe(303);
    await browser.open("/admin/operators/zoe");
    const reset = await browser.submit("/admin/operators/zoe/reset");
    expect([reset.status, (await signIn()).status]).toEqual([200, 403]);
  });

  test("is not opened by a link with a passkey that is registered already", async () => {
    await add();
    const { linkPath } = await makeOperator(world, "zoe", "operator");
    const guest = visitor(world);
    const challenge = challengeOf((await guest.open(`${linkPath}/passkey-options`)).text);
    const credential = JSON.stringify(device.create(ceremony(challenge)));
    const again = await guest.submit(`${linkPath}/passkey`, { credential, passkey_name: "x" });
    expect([again.status, (await guest.open(linkPath)).status]).toEqual([409, 200]);
  });
});

test("409 where browsers offer no passkeys, and the account says why", async () => {
  const plain = await createWorld({ PUBLIC_BASE_URL: "http://salute.example" });
  const who = await signedIn(plain, "ops", "viewer");
  expect((await plain.call("GET", "/admin/sign-in/passkey-options")).status).toBe(409);
  expect((await who.open("/admin/account/passkey-options")).status).toBe(409);
  const { linkPath } = await makeOperator(plain, "zoe", "viewer");
  expect((await visitor(plain).open(`${linkPath}/passkey-options`)).status).toBe(409);
  expect((await visitor(plain).open(linkPath)).text).not.toContain("Create a passkey");
  expect((await who.open("/admin/account")).text).toContain("Passkeys need an https address");
  const form = { credential: "{}", passkey_name: "x" };
  expect((await who.submit("/admin/account/passkeys", form)).status).toBe(409);
  expect((await visitor(plain).submit("/admin/sign-in/passkey", { credential: "{}" })).status).toBe(409);
  await plain.close();
});

test("a parameter that is no flag is 400 for each kind of options", async () => {
  for (const path of [
    "/admin/account/passkey-options",
    "/admin/sign-in/passkey-options",
    "/partners/sign-in/passkey-options",
  ]) {
    const { status, json } = await browser.open(`${path}?include_meta=maybe`);
    expect([path, status, json.details[0].field]).toEqual([path, 400, "include_meta"]);
  }
});
