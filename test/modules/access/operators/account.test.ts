import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { generateCode, PASSWORD, signedIn, type Visitor, visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
let browser: Visitor;

beforeEach(async () => {
  world = await createWorld();
  browser = await signedIn(world, "ops", "owner");
});

afterEach(() => world.close());

const signIn = (fields: Record<string, string>) =>
  visitor(world).submit("/admin/sign-in", { name: "ops", password: PASSWORD, ...fields });
const secretOf = (page: string) =>
  (/<code>((?:[A-Z2-7]{4} ?)+)<\/code>/.exec(page)?.[1] ?? "").replaceAll(" ", "");

describe("the password", () => {
  test("changes for the present one, and ends the other sessions", async () => {
    const other = visitor(world);
    await other.submit("/admin/sign-in", { name: "ops", password: PASSWORD });
    const fresh = "another one, and longer";
    const answer = await browser.submit("/admin/account/password", {
      current: PASSWORD,
      password: fresh,
      repeated: fresh,
    });
    expect(answer.status).toBe(303);
    expect((await browser.open("/admin/account")).status).toBe(200);
    expect((await other.open("/admin/account")).status).toBe(403);
    expect((await signIn({})).status).toBe(403);
    expect((await signIn({ password: fresh })).status).toBe(303);
  });

  test("stays for a wrong one", async () => {
    const answer = await browser.submit("/admin/account/password", {
      current: "not my password",
      password: "another one, and longer",
      repeated: "another one, and longer",
    });
    expect(answer.status).toBe(400);
    expect((await signIn({})).status).toBe(303);
  });
});

describe("the second factor", () => {
  const begin = async () => {
    await browser.submit("/admin/account/second-factor");
    return secretOf((await browser.open("/admin/account")).text);
  };
  const confirmed = async () => {
    const secret = await begin();
    const code = generateCode(secret, world.clock.now());
    expect((await browser.submit("/admin/account/second-factor/confirm", { code })).status).toBe(200);
    world.clock.advance(30_000);
    return secret;
  };

  test("is set up only within 15 minutes of a sign-in", async () => {
    const early = await begin();
    world.clock.advance(15 * 60_000);
    const code = generateCode(early, world.clock.now());
    for (const path of ["/admin/account/second-factor", "/admin/account/second-factor/confirm"]) {
      const refused = await browser.submit(path, path.endsWith("confirm") ? { code } : {});
      expect([path, refused.status, refused.text.includes("sign in again")]).toEqual([path, 403, true]);
    }
    expect(secretOf((await browser.open("/admin/account")).text)).toBe(early);
  });

  test("is asked for once its first code put it in force; a code counts once", async () => {
    await begin();
    expect((await signIn({})).status).toBe(303);
    expect((await browser.submit("/admin/account/second-factor/confirm", { code: "000000" })).status).toBe(
      400,
    );
    const secret = await confirmed();
    expect((await signIn({})).status).toBe(403);
    const code = generateCode(secret, world.clock.now());
    expect((await signIn({ code })).status).toBe(303);
    expect((await signIn({ code })).status).toBe(403);
    world.clock.advance(30_000);
    expect((await signIn({ code: generateCode(secret, world.clock.now()) })).status).toBe(303);
  });

  test("goes by a code of it, and by no other; a second one does not begin beside it", async () => {
    const secret = await confirmed();
    await browser.open("/admin/account");
    expect((await browser.submit("/admin/account/second-factor")).status).toBe(409);
    expect((await browser.submit("/admin/account/second-factor/remove", { code: "000000" })).status).toBe(
      400,
    );
    const code = generateCode(secret, world.clock.now());
    expect((await browser.submit("/admin/account/second-factor/remove", { code })).status).toBe(303);
    expect((await signIn({})).status).toBe(303);
  });

  test("has ten recovery codes, shown once and kept as hashes: each signs in once in place of the app's", async () => {
    const secret = await begin();
    const code = generateCode(secret, world.clock.now());
    const shown = (await browser.submit("/admin/account/second-factor/confirm", { code })).text;
    const codes = shown.match(/[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/g) ?? [];
    expect(new Set(codes).size).toBe(10);
    const [first = "", second = "", third = ""] = codes;
    expect(
      JSON.stringify(world.services.live.read.all("SELECT * FROM operator_recovery_codes")),
    ).not.toContain(first);
    expect((await signIn({ code: first.toLowerCase() })).status).toBe(303);
    expect((await signIn({ code: first })).status).toBe(403);
    await browser.open("/admin/account");
    world.clock.advance(30_000);
    const fresh = generateCode(secret, world.clock.now());
    const renewed = await browser.submit("/admin/account/second-factor/recovery-codes", { code: fresh });
    expect(renewed.status).toBe(200);
    expect((await signIn({ code: second })).status).toBe(403);
    const [other = ""] = renewed.text.match(/[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/g) ?? [];
    expect((await browser.submit("/admin/account/second-factor/remove", { code: third })).status).toBe(400);
    expect((await browser.submit("/admin/account/second-factor/remove", { code: other })).status).toBe(303);
    await browser.open("/admin/account");
    const without = await browser.submit("/admin/account/second-factor/recovery-codes", { code: fresh });
    expect(without.status).toBe(409);
    expect((await signIn({})).status).toBe(303);
  });

  test("is sealed at rest", async () => {
    const secret = await begin();
    expect(secret).toHaveLength(32);
    const row = world.services.live.read.get<{ totp_sealed: string }>(
      "SELECT totp_sealed FROM operators WHERE name = 'ops'",
    );
    expect(row?.totp_sealed).not.toContain(secret);
  });

  test("409 where there is nothing to confirm or to remove", async () => {
    for (const verb of ["confirm", "remove"]) {
      const answer = await browser.submit(`/admin/account/second-factor/${verb}`, { code: "123456" });
      expect([verb, answer.status]).toEqual([verb, 409]);
    }
  });
});

test("the other sessions end at a button", async () => {
  const other = visitor(world);
  await other.submit("/admin/sign-in", { name: "ops", password: PASSWORD });
  await browser.open("/admin/account");
  expect((await browser.submit("/admin/account/sessions/end-others")).status).toBe(303);
  expect((await other.open("/admin/account")).status).toBe(403);
  expect((await browser.open("/admin/account")).status).toBe(200);
});
