import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Tx } from "../../../src/db/sql.ts";
import { DAY_MS } from "../../../src/kit/clock.ts";
import { findTokenId } from "../../../src/modules/token/figures/index.ts";
import { listWatched, watchAccounts } from "../../../src/modules/token/movements/index.ts";
import { covers, syncStandings } from "../../../src/modules/token/transactions/index.ts";
import { syncTransactions } from "../../../src/modules/token/transactions/sync-transactions.ts";
import { retention, runJob, runJobs } from "../../harness/app/jobs.ts";
import { startTokenWorld, type TokenWorld } from "../../harness/chain/token-world.ts";

let at: TokenWorld;
beforeEach(async () => {
  at = await startTokenWorld({ RPC_TIMEOUT_MS: "5000" });
});
afterEach(() => at.stop());

const sql = () => at.world.services.live.read;
const count = (table: string) => sql().get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n;
const tokenId = () => findTokenId(sql(), at.world.services.token?.source ?? "") ?? 0;
const work = () => {
  const { live, clock, log, chain, token } = at.world.services;
  if (chain === null || token === null) throw new Error("no chain");
  return { live, clock, log, chain, token, signal: new AbortController().signal };
};
const proof = async () => (await at.world.call("GET", "/api/public/transaction-sync-freshness.json")).json;

describe("what the sync watches", () => {
  test("the mint, named wallets and the first owners' accounts by the last scan; once watched, for good", async () => {
    await runJob(at.world, "transaction_sync");
    expect(
      listWatched(sql(), tokenId())
        .map(({ owner }) => owner)
        .sort(),
    ).toEqual([at.treasury.address, at.reserve.address, at.burn.address].sort());
    await runJob(at.world, "holder_cache");
    expect(listWatched(sql(), tokenId()).find(({ owner }) => owner === at.zoe.address)?.reason).toBe(
      "holder",
    );
    // Its history was never asked for: the proof says that something is left.
    await runJob(at.world, "transaction_sync");
    expect(await proof()).toMatchObject({ gaps: 0, is_whole: true });
    await at.chain.transfer(at.zoe, at.treasury.address, 450_000_000_000n);
    await runJobs(at.world, "holder_cache", "transaction_sync");
    expect(listWatched(sql(), tokenId())).toHaveLength(4);
  });

  test("a history covers a window only where it is known through its end and without a gap in it", async () => {
    await runJobs(at.world, "holder_cache", "transaction_sync");
    const standings = syncStandings(sql(), tokenId(), at.chain.mint);
    const now = at.world.clock.now();
    expect(standings).toHaveLength(5);
    expect(standings.every((each) => covers(each, now - DAY_MS, now))).toBe(true);
    expect(standings.some((each) => covers(each, now - DAY_MS, now + 1))).toBe(false);
    const gap = { from: now - 500, to: now - 400 };
    const [first] = standings;
    if (first === undefined) throw new Error("no standing");
    const torn = { ...first, gaps: [gap] };
    expect([
      covers(torn, now - 450, now),
      covers(torn, now - 399, now),
      covers(torn, now - 900, now - 500),
    ]).toEqual([false, true, true]);
  });
});

describe("an account that comes under watch while a sync runs", () => {
  test("leaves the history's beginning and the volume unknown until its own history is read", async () => {
    const { chain, live, ...rest } = work();
    const watchZoe = (tx: Tx) =>
      watchAccounts(tx, tokenId(), [{ account: at.zoe.address, owner: at.zoe.address, reason: "holder" }]);
    const slow = new Proxy(chain, {
      get(target, name) {
        if (name === "listSignatures")
          return async (...query: Parameters<typeof chain.listSignatures>) => {
            await live.writer.run(watchZoe);
            return chain.listSignatures(...query);
          };
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
    await syncTransactions({ chain: slow, live, ...rest }, { pages: 9, hasTime: () => true });
    expect(await proof()).toMatchObject({ is_whole: false, gaps: 1, covered_since: null, volume_24h: null });
    await runJob(at.world, "transaction_sync");
    const whole = await proof();
    expect(whole).toMatchObject({ is_whole: true, gaps: 0 });
    expect([whole.covered_since, typeof whole.volume_24h]).toEqual([whole.oldest_block_time, "string"]);
  });
});

describe("movements that another build read", () => {
  test("are read again in the background, and the proof counts them until then", async () => {
    await runJob(at.world, "transaction_sync");
    const before = count("token_movements");
    await at.world.services.live.writer.run((tx) => {
      tx.run("DELETE FROM token_movements");
      tx.run("UPDATE chain_transactions SET movements_version = 0");
    });
    for (const server of at.servers)
      server.lie = (method, result) => (method === "getTransaction" ? null : result);
    await runJob(at.world, "transaction_sync");
    expect(await proof()).toMatchObject({ is_whole: false, gaps: 0, missing: 5 });
    for (const server of at.servers) server.lie = null;
    await runJob(at.world, "transaction_sync");
    expect(count("token_movements")).toBe(before);
    expect(await proof()).toMatchObject({ is_whole: true, gaps: 0 });
  });

  test("are known transactions all the same: the history is complete since the oldest", async () => {
    const none = { pages: 0, hasTime: () => true };
    await syncTransactions(work(), none);
    await at.world.services.live.writer.run((tx) =>
      tx.run("UPDATE chain_transactions SET movements_version = 0"),
    );
    await syncTransactions(work(), none);
    const { is_whole, gaps, covered_since, oldest_block_time } = await proof();
    expect([is_whole, gaps, covered_since]).toEqual([false, 1, oldest_block_time]);
  });
});

describe("earlier history that is read again", () => {
  const unread = () =>
    sql()
      .all<{ slot: number }>("SELECT slot FROM chain_transactions WHERE movements_version = 0 ORDER BY slot")
      .map(({ slot }) => slot);

  test("newest first, within each run's budget, and goes on where the run before stopped", async () => {
    for (let number = 0; number < 230; number++) await at.chain.transfer(at.zoe, at.treasury.address, 1_000n);
    await runJobs(at.world, "holder_cache", "transaction_sync");
    const before = count("token_movements");
    await at.world.services.live.writer.run((tx) => {
      tx.run("DELETE FROM token_movements");
      tx.run("UPDATE chain_transactions SET movements_version = 0");
    });
    const slots = unread();
    expect(slots.length).toBeGreaterThan(230);
    const asked = () => at.servers[0].count("getTransaction");
    const askedBefore = asked();
    await syncTransactions(work(), { pages: 1, hasTime: () => true });
    const left = unread();
    expect(left).toEqual(slots.slice(0, slots.length - 200));
    expect(asked() - askedBefore).toBe(200);
    await syncTransactions(work(), { pages: 100, hasTime: () => false });
    expect(unread()).toEqual(left);
    await syncTransactions(work(), { pages: 100, hasTime: () => true });
    expect([unread(), count("token_movements")]).toEqual([[], before]);
    expect(asked() - askedBefore).toBe(slots.length);
  });
});

describe("what a holder scan keeps", () => {
  test("the day's supply, first owners, watched accounts and concentration: one row per day, its last", async () => {
    await runJob(at.world, "holder_cache");
    at.world.clock.advance(3_600_000);
    await at.chain.transfer(at.zoe, at.treasury.address, 1_000_000n);
    await runJobs(at.world, "holder_cache");
    expect(
      ["token_scans", "token_concentrations", "token_scan_owners", "token_scan_accounts"].map(count),
    ).toEqual([1, 1, 4, 4]);
    const spread = sql().get("SELECT * FROM token_concentrations");
    expect(spread).toMatchObject({
      day: "2026-11-21",
      owners: 4,
      top1_pct: 44.9999,
      nakamoto: 2,
      excluding_owners: 1,
      excluding_top1_pct: 100,
    });
    at.world.clock.advance(401 * DAY_MS);
    await retention.run(at.world.services, new AbortController().signal);
    expect(
      ["token_scans", "token_concentrations", "token_scan_owners", "token_scan_accounts"].map(count),
    ).toEqual([0, 0, 0, 0]);
  });
});
