import { afterEach, beforeEach, expect, test } from "bun:test";
import { DAY_MS } from "../../../../src/kit/clock.ts";
import { DailyCap } from "../../../../src/modules/platform/daily-caps/index.ts";
import { retention } from "../../../harness/app/jobs.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

/** What an address may do per day. */

let world: World;

beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

/** A cap as a start creates it. */
const start = (name = "test") => new DailyCap(world.services.keyring, name, 2);
const take = (cap: DailyCap, address: string) =>
  world.services.live.writer.run((tx) => cap.take(tx, address));
const rows = () => world.services.live.read.all<{ subject: string }>("SELECT subject FROM daily_counts");

async function takeAll(cap: DailyCap, addresses: string[]): Promise<boolean[]> {
  const taken: boolean[] = [];
  for (const address of addresses) taken.push(await take(cap, address));
  return taken;
}

test("counts IPv4 whole and IPv6 by its /64, and begins anew each UTC day", async () => {
  const cap = start();
  const addresses = ["2001:db8::1", "2001:DB8:0:0:ffff::2", "2001:db8::3", "2001:db8:0:1::1"];
  expect(await takeAll(cap, addresses)).toEqual([true, true, false, true]);
  expect(await takeAll(cap, ["192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1"])).toEqual([true, true, false]);
  world.clock.advance(DAY_MS);
  expect(await take(cap, "2001:db8::3")).toBe(true);
});

test("a restart resets nothing, and caps of different names count apart", async () => {
  expect(await takeAll(start(), ["192.0.2.1", "192.0.2.1"])).toEqual([true, true]);
  expect(await take(start(), "192.0.2.1")).toBe(false);
  expect(await take(start("other"), "192.0.2.1")).toBe(true);
});

test("a change that fails uses nothing", async () => {
  const failed = world.services.live.writer.run((tx) => {
    start().take(tx, "192.0.2.1");
    throw new Error("later");
  });
  await expect(failed).rejects.toThrow("later");
  expect(rows()).toEqual([]);
});

test("addresses are stored as hashes that differ by day, and earlier days are deleted", async () => {
  await take(start(), "192.0.2.1");
  const [first] = rows();
  world.clock.advance(DAY_MS);
  await take(start(), "192.0.2.1");
  await retention.run(world.services, new AbortController().signal);
  const [second, ...rest] = rows();
  expect(rest).toEqual([]);
  expect(second?.subject).toMatch(/^[0-9a-f]{32}$/);
  expect(second?.subject).not.toBe(first?.subject ?? "");
});
