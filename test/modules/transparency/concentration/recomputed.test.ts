import { afterEach, beforeEach, expect, test } from "bun:test";
import { runJobs } from "../../../harness/app/jobs.ts";
import { startTokenWorld, type TokenWorld } from "../../../harness/chain/token-world.ts";

let at: TokenWorld;
beforeEach(async () => {
  at = await startTokenWorld();
});
afterEach(() => at.stop());

/** Base units of additional holders: unequal, except for two. */
const OTHERS = [
  123_456_789_012n,
  7n,
  40_000_000_000n,
  40_000_000_000n,
  999_999n,
  15_000_000_000n,
  1n,
  88_888_888n,
];
const PROJECT = [300_000_000_000n, 200_000_000_000n, 50_000_000_000n];
const ZOE = 450_000_000_000n;

/** The figures by their textbook definitions, without optimization. */
function byDefinition(amounts: readonly bigint[]) {
  const total = amounts.reduce((sum, each) => sum + each, 0n);
  const sorted = amounts.toSorted((a, b) => (a > b ? -1 : a < b ? 1 : 0));
  let differences = 0n;
  for (const a of amounts) for (const b of amounts) differences += a > b ? a - b : b - a;
  const counted = BigInt(amounts.length);
  const heldBy = (count: number) => sorted.slice(0, count).reduce((sum, each) => sum + each, 0n);
  const share = (count: number) => Number((heldBy(count) * 1_000_000n) / total) / 10_000;
  const nakamoto = amounts.findIndex((_, index) => heldBy(index + 1) * 2n > total) + 1;
  return {
    owners: amounts.length,
    top1_pct: share(1),
    top5_pct: share(5),
    top10_pct: share(10),
    gini: Number((differences * 10n ** 12n) / (2n * counted * total)) / 10 ** 12,
    hhi: amounts.reduce((squares, each) => squares + ((Number(each) / Number(total)) * 100) ** 2, 0),
    nakamoto,
  };
}

test("every concentration figure matches its definition, with and without the project's wallets", async () => {
  for (const amount of OTHERS) await at.chain.mintTo((await at.chain.wallet()).address, amount);
  await runJobs(at.world, "mint_authorities", "holder_cache");
  const { json } = await at.world.call("GET", "/transparency/wallet-concentration.json");
  const { excluding, taken_at, slot, ...all } = json.latest;
  expect([json.chain_mode, typeof slot, taken_at.endsWith("Z")]).toEqual(["rpc", "number", true]);
  const pairs = [
    [all, byDefinition([...PROJECT, ZOE, ...OTHERS])],
    [excluding, byDefinition([ZOE, ...OTHERS])],
  ] as const;
  for (const [found, expected] of pairs) {
    const { gini, hhi, ...exact } = expected;
    expect(found).toMatchObject(exact);
    expect(found.gini).toBeCloseTo(gini, 5);
    expect(found.hhi).toBeCloseTo(hhi, 1);
  }
});

test("a second scan of a day replaces the first", async () => {
  await runJobs(at.world, "mint_authorities", "holder_cache");
  at.world.clock.advance(60_000);
  await at.chain.mintTo((await at.chain.wallet()).address, 5n);
  await runJobs(at.world, "holder_cache");
  const { json } = await at.world.call("GET", "/transparency/wallet-concentration.json");
  expect([json.count, json.latest.owners]).toEqual([1, 5]);
});
