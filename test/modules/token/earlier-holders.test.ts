import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { DAY_MS } from "../../../src/kit/clock.ts";
import { OwnerCount } from "../../../src/modules/token/earlier-holders/owner-count.ts";
import { runJob } from "../../harness/app/jobs.ts";
import { startTokenWorld, type TokenWorld } from "../../harness/chain/token-world.ts";

/** The token is minted to four owners on 2026-11-21. */
let at: TokenWorld;
beforeEach(async () => {
  at = await startTokenWorld();
});
afterEach(() => at.stop());

const earlier = async () =>
  (await at.world.call("GET", "/api/public/holders.json?days=30")).json.earlier.map(
    ({ day, owners }: { day: string; owners: number }) => [day, owners],
  );
const scan = async () => {
  for (const job of ["holder_cache", "token_distribution", "holder_growth"]) await runJob(at.world, job);
};

describe("owners of the days before the first scan", () => {
  test("are counted from the transactions, once the whole history is known", async () => {
    at.world.clock.advance(DAY_MS);
    const yan = await at.chain.wallet();
    await at.chain.transfer(at.zoe, yan.address, 5n);
    at.world.clock.advance(2 * DAY_MS);
    await at.chain.transfer(yan, at.zoe.address, 5n);
    await at.chain.transfer(at.zoe, yan.address, 3n);
    await at.chain.transfer(yan, at.zoe.address, 3n);
    at.world.clock.advance(DAY_MS);
    expect(await runJob(at.world, "earlier_holders")).toBe("holders have not been counted yet");
    await scan();
    expect(await runJob(at.world, "earlier_holders")).toBe("waits for the token's whole history");
    expect(await earlier()).toEqual([]);
    await runJob(at.world, "transaction_sync");
    expect(await runJob(at.world, "earlier_holders")).toBe("4 days from 2026-11-21 on");
    const counted = [
      ["2026-11-21", 4],
      ["2026-11-22", 5],
      ["2026-11-23", 5],
      ["2026-11-24", 4],
    ];
    expect(await earlier()).toEqual(counted);
    const { text } = await at.world.call("GET", "/transparency");
    expect(text).toContain("Days: 4 counted from the token's transactions, then 1 with a complete scan");
    at.world.clock.advance(DAY_MS);
    await scan();
    expect(await runJob(at.world, "earlier_holders")).toBe("known");
    expect(await earlier()).toEqual(counted);
  });

  test("are not shown if the transactions lead to another count than the first scan", async () => {
    at.world.clock.advance(DAY_MS);
    await scan();
    await runJob(at.world, "transaction_sync");
    // As where most transfers name no mint, and are of accounts that are not watched.
    await at.world.services.live.writer.run((tx) => tx.run("UPDATE holder_days SET unique_owners = 40"));
    expect(await runJob(at.world, "earlier_holders")).toBe(
      "not used: the movements give 4 owners on 2026-11-22, its scan 40",
    );
    expect(await earlier()).toEqual([]);
  });
});

test("several transactions of a slot count in the order that their balances tell", () => {
  const count = new OwnerCount();
  const step = (pre: number, post: number, owner: number | null) => ({
    slot: 7,
    block_time: 0,
    account_id: 1,
    owner_post_id: owner,
    pre: String(pre),
    post: String(post),
  });
  count.takeSlot([step(5, 0, 9), step(0, 5, 9)]);
  expect(count.owners).toBe(0);
  count.takeSlot([step(2, 7, 8), step(0, 2, 9)]);
  expect(count.owners).toBe(1);
});
