import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  generateCode,
  makeOperator,
  PASSWORD,
  signedIn,
  type Visitor,
  visitor,
} from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

/** Somebody who knows a password guesses at the second factor, from as many addresses as they like. */

let world: World;
let browser: Visitor;
let secret: string;
let recovery: string[];

beforeEach(async () => {
  world = await createWorld({ TRUSTED_PROXIES: "127.0.0.1", RATE_LIMIT_PAGES_PER_MIN: "0" });
  browser = await signedIn(world, "ops", "operator");
  await browser.submit("/admin/account/second-factor");
  const page = (await browser.open("/admin/account")).text;
  secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1] ?? "").replaceAll(" ", "");
  const code = generateCode(secret, world.clock.now());
  const shown = (await browser.submit("/admin/account/second-factor/confirm", { code })).text;
  recovery = shown.match(/[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/g) ?? [];
  world.clock.advance(30_000);
});

afterEach(() => world.close());

let next = 1;
const elsewhere = () => `198.51.100.${next++ % 250}`;
const guess = (address: string, code: string) =>
  visitor(world).submit(
    "/admin/sign-in",
    { name: "ops", password: PASSWORD, code },
    { "x-forwarded-for": address },
  );
const right = () => generateCode(secret, world.clock.now());

async function fail(count: number): Promise<void> {
  for (let tried = 0; tried < count; tried++) expect((await guess(elsewhere(), "000000")).status).toBe(403);
}

describe("after five failures of the account within 15 minutes", () => {
  test("a further try from an address that never signed in waits, and the wait doubles", async () => {
    await fail(5);
    const waits: number[] = [];
    for (let round = 0; round < 4; round++) {
      const held = await guess(elsewhere(), right());
      expect(held.status).toBe(429);
      const seconds = Number(held.headers.get("retry-after"));
      waits.push(seconds);
      world.clock.advance(seconds * 1000);
      expect((await guess(elsewhere(), "000000")).status).toBe(403);
    }
    expect(waits).toEqual([2, 4, 8, 16]);
  });

  test("the address that signed in before, and a recovery code from anywhere, get in at once", async () => {
    await fail(5);
    expect((await guess("127.0.0.1", right())).status).toBe(303);
    expect((await guess(elsewhere(), recovery[0] ?? "")).status).toBe(303);
  });

  test("a text in the form of a recovery code, or one that is used, waits as any other", async () => {
    expect((await guess(elsewhere(), recovery[0] ?? "")).status).toBe(303);
    await fail(5);
    for (const code of ["0000-0000-0000-0000", recovery[0] ?? ""])
      expect((await guess(elsewhere(), code)).status).toBe(429);
    expect((await guess(elsewhere(), recovery[1] ?? "")).status).toBe(303);
  });

  test("a right code after the wait gets in; other accounts do not wait", async () => {
    await fail(5);
    world.clock.advance(2_000);
    expect((await guess(elsewhere(), right())).status).toBe(303);
    const { linkPath } = await makeOperator(world, "eve", "viewer");
    await visitor(world).submit(linkPath, { password: PASSWORD, repeated: PASSWORD });
    const other = await visitor(world).submit(
      "/admin/sign-in",
      { name: "eve", password: PASSWORD },
      { "x-forwarded-for": elsewhere() },
    );
    expect(other.status).toBe(303);
  });
});

test("tries at the same time count before any of them is answered", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => guess("198.51.100.251", "000000")));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(5);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(15);
});

test("a flood that claims recovery codes leaves room for the address that signed in before", async () => {
  const flood = Array.from({ length: 60 }, (_, index) =>
    visitor(world).submit(
      "/admin/sign-in",
      { name: `nobody-${index}`, password: PASSWORD, code: "0000-0000-0000-0000" },
      { "x-forwarded-for": elsewhere() },
    ),
  );
  const isFull = async (answer: Promise<{ status: number }>) => {
    if ((await answer).status !== 429) throw new Error("it was taken");
  };
  await Promise.any(flood.map(isFull));
  expect((await guess("127.0.0.1", right())).status).toBe(303);
  await Promise.all(flood);
});

describe("with a stolen session", () => {
  const ACCOUNT = "/admin/account/second-factor";
  const headers = { "x-forwarded-for": "198.51.100.252" };

  test.each([
    ["the second factor", `${ACCOUNT}/remove`, () => ({ code: "000000" })],
    ["new recovery codes", `${ACCOUNT}/recovery-codes`, () => ({ code: "000000" })],
    [
      "the password",
      "/admin/account/password",
      () => ({ current: "wrong", password: PASSWORD, repeated: PASSWORD }),
    ],
  ])(
    "guesses at %s are counted as those at sign-in: after five each costs a wait",
    async (_, path, fields) => {
      await browser.open("/admin/account");
      for (let tried = 0; tried < 5; tried++)
        expect((await browser.submit(path, fields(), headers)).status).toBe(400);
      world.clock.advance(61_000);
      expect((await browser.submit(path, fields(), headers)).status).toBe(400);
      const held = await browser.submit(path, fields(), headers);
      expect([held.status, Number(held.headers.get("retry-after")) > 0]).toEqual([429, true]);
      expect((await guess(elsewhere(), "000000")).status).toBe(429);
    },
  );

  test("a recovery code takes the second factor away all the same", async () => {
    await browser.open("/admin/account");
    await fail(5);
    const refused = await browser.submit(`${ACCOUNT}/remove`, { code: right() }, headers);
    expect(refused.status).toBe(429);
    const removed = await browser.submit(`${ACCOUNT}/remove`, { code: recovery[0] ?? "" }, headers);
    expect(removed.status).toBe(303);
  });
});

test("a password change ends the bearer tokens", async () => {
  const { token } = await makeOperator(world, "bot", "operator");
  const asBot = () => world.call("GET", "/admin/account", { headers: { authorization: `Bearer ${token}` } });
  expect((await asBot()).status).toBe(200);
  const { linkPath } = await makeOperator(world, "both", "operator");
  const both = visitor(world);
  await both.submit(linkPath, { password: PASSWORD, repeated: PASSWORD });
  const own = await world.services.live.read.get<{ n: number }>(
    `SELECT COUNT(*) AS n FROM operator_tokens JOIN operators ON operators.id = operator_id
      WHERE operators.name = 'both'`,
  );
  expect(own?.n).toBe(1);
  await both.open("/admin/account");
  const password = `${PASSWORD} anew`;
  const changed = await both.submit("/admin/account/password", {
    current: PASSWORD,
    password,
    repeated: password,
  });
  expect(changed.status).toBe(303);
  const after = await world.services.live.read.get<{ n: number }>(
    `SELECT COUNT(*) AS n FROM operator_tokens JOIN operators ON operators.id = operator_id
      WHERE operators.name = 'both'`,
  );
  expect(after?.n).toBe(0);
  expect((await asBot()).status).toBe(200);
});
