import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { DAY_MS } from "../../../../src/kit/clock.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { NO_LIMIT, runSteps, SANDBOX } from "../twins/script.ts";

/** Machines have other work too. */
setDefaultTimeout(30_000);

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld(NO_LIMIT);
  key = await world.createKey("acme", "sandbox");
});
afterEach(() => world.close());

describe("the same calls on a fresh seed give the same bytes", () => {
  test("after a reset, though real time went on", async () => {
    const first = await runSteps(world, key);
    expect(new Set(first.map((each) => each.split(" ")[2]))).toEqual(new Set(["200", "201", "404", "409"]));
    await world.services.sandboxFiles.reset("acme");
    world.clock.advance(3 * DAY_MS + 77);
    expect(await runSteps(world, key)).toEqual(first);
  });

  test("without a reset they differ: what is compared does change", async () => {
    const first = await runSteps(world, key);
    expect(await runSteps(world, key)).not.toEqual(first);
  });

  test("whatever other partners do meanwhile, and in a partner that was made later", async () => {
    const first = await runSteps(world, key);
    const other = await world.createKey("other", "sandbox");
    const body = { user_id: 1, amount: 1, reason: "noise" };
    const noise = () => world.call("POST", `${SANDBOX}/salutes/credit`, { key: other, body });
    await world.services.sandboxFiles.reset("acme");
    expect(await runSteps(world, key, noise)).toEqual(first);
    const third = await world.createKey("third", "sandbox");
    const asFirst = (text: string) => text.replaceAll(third.key_id, key.key_id).replaceAll("third", "acme");
    expect((await runSteps(world, third, noise)).map(asFirst)).toEqual(first);
  });

  test("over a restart of the server in between", async () => {
    const first = await runSteps(world, key);
    await world.services.sandboxFiles.reset("acme");
    expect(await runSteps(world, key, async (index) => (index % 5 === 3 ? world.restart() : null))).toEqual(
      first,
    );
  });

  test("with reads and refused mutations between them, which move no clock", async () => {
    const first = await runSteps(world, key);
    await world.services.sandboxFiles.reset("acme");
    const between = async () => {
      await world.call("GET", `${SANDBOX}/salutes/ledger`, { key });
      const body = { user_id: 999, amount: 1, reason: "nobody" };
      expect((await world.call("POST", `${SANDBOX}/salutes/credit`, { key, body })).status).toBe(404);
    };
    expect(await runSteps(world, key, between)).toEqual(first);
  });

  test("at another server, with another master key", async () => {
    const first = await runSteps(world, key);
    const elsewhere = await createWorld(NO_LIMIT);
    const itsKey = await elsewhere.createKey("acme", "sandbox");
    const there = await runSteps(elsewhere, itsKey);
    await elsewhere.close();
    expect(there.map((text) => text.replaceAll(itsKey.key_id, key.key_id))).toEqual(first);
  });
});

describe("the sandbox clock", () => {
  const sandboxTime = async () =>
    (await world.call("GET", `${SANDBOX}/verify`, { key })).json.practice_time_utc;

  test("starts at a fixed instant and moves one second with each mutation that is committed", async () => {
    expect(await sandboxTime()).toBe("2026-01-05T09:00:00.000Z");
    world.clock.advance(DAY_MS);
    const create = (external_id: string) =>
      world.call("POST", `${SANDBOX}/users`, { key, body: { external_id } });
    expect((await create("a")).json.user.created_at).toBe("2026-01-05T09:00:00.000Z");
    expect((await create("a")).status).toBe(409);
    expect((await create("b")).json.user.created_at).toBe("2026-01-05T09:00:01.000Z");
    expect(await sandboxTime()).toBe("2026-01-05T09:00:02.000Z");
  });

  test("moves by one for each of many mutations that share a commit", async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        world.call("POST", `${SANDBOX}/users`, { key, body: { external_id: `u${index}` } }),
      ),
    );
    const times = made.map(({ json }) => Date.parse(json.user.created_at)).sort((a, b) => a - b);
    expect(times).toEqual(Array.from({ length: 20 }, (_, index) => Date.UTC(2026, 0, 5, 9, 0, index)));
  });

  test("a mutation that changes nothing moves it too", async () => {
    await world.call("PATCH", `${SANDBOX}/users/1`, { key, body: { username: "demo" } });
    expect(await sandboxTime()).toBe("2026-01-05T09:00:01.000Z");
  });

  test("skew and the age of nonces go by the real one", async () => {
    const nonce = "ab".repeat(16);
    const credit = (options = {}) =>
      world.call("POST", `${SANDBOX}/salutes/credit`, {
        key,
        body: { user_id: 1, amount: 1, reason: "quest" },
        ...options,
      });
    expect((await credit({ nonce })).status).toBe(200);
    expect((await credit({ timestamp: Math.floor(Date.UTC(2026, 0, 5, 9) / 1000) })).status).toBe(401);
    await world.restart();
    expect((await credit({ nonce })).json.error).toBe("replay_detected");
    world.clock.advance(15 * 60_000);
    expect((await credit({ nonce })).status).toBe(200);
  });
});

test("what is live takes its ids from the system: two that are alike in all but them differ", async () => {
  const live = await world.createKey("acme");
  const elsewhere = await createWorld();
  const uids = [];
  for (const each of [world, elsewhere]) {
    const its = each === world ? live : await each.createKey("acme");
    await each.createUser(its, "zoe");
    const id = (
      await each.call("POST", "/api/partner/users/1/wallets/challenge", {
        key: its,
        body: { wallet_address: "Hhq7iAwqNymR44X68FCULKMABcstdJZxmQvHybAEkUhK" },
      })
    ).json.challenge_id;
    uids.push(id, each.services.live.read.get<{ uid: string }>("SELECT uid FROM events")?.uid.slice(14));
  }
  await elsewhere.close();
  expect(new Set(uids).size).toBe(4);
});
