import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  listHolderDays,
  readFigure,
  readRpcHealth,
  reviewAuthorities,
} from "../../../../src/modules/token/figures/index.ts";
import { runJob } from "../../../harness/app/jobs.ts";
import { createWorld } from "../../../harness/app/world.ts";
import { lieAboutSupply } from "../../../harness/chain/nodes.ts";
import { startTokenWorld, type TokenWorld } from "../../../harness/chain/token-world.ts";

let at: TokenWorld;
beforeEach(async () => {
  at = await startTokenWorld();
});
afterEach(() => at.stop());

const token = () => {
  const { token: found } = at.world.services;
  if (found === null) throw new Error("no token");
  return found;
};
const read = <Kind extends Parameters<typeof readFigure>[2]>(kind: Kind) =>
  readFigure(at.world.services.live.read, token(), kind);

describe("the jobs of the token's figures", () => {
  test("public_stats: supply, the project's wallets, and what circulates, whole tokens as exact texts", async () => {
    await at.chain.transfer(at.zoe, at.treasury.address, 1n);
    expect(await runJob(at.world, "public_stats")).toBe("449999.999999 of 1000000 circulate");
    const { figure, attempt } = read("public_stats");
    expect(figure?.data).toEqual({
      decimals: 6,
      total_supply: "1000000",
      treasury_balance: "300000.000001",
      reserve_balance: "200000",
      burn_balance: "50000",
      tracked_treasury_balance: "500000.000001",
      circulating_supply: "449999.999999",
      wallets: [
        { role: "treasury", address: at.treasury.address, amount: "300000.000001" },
        { role: "reserve", address: at.reserve.address, amount: "200000" },
        { role: "burn", address: at.burn.address, amount: "50000" },
      ],
      holders_lower_bound: 4,
    });
    expect(figure).toMatchObject({ slot: at.chain.slot, takenAt: at.world.clock.now() });
    expect(figure?.rpcHosts).toEqual(at.servers.map(({ host }) => host));
    expect(attempt).toEqual({
      attemptedAt: at.world.clock.now(),
      succeededAt: at.world.clock.now(),
      failedSince: null,
      error: null,
      disagreements: [],
    });
  });

  test("holder_cache, token_distribution and holder_growth: one count, and what is derived from it is as old", async () => {
    await runJob(at.world, "holder_cache");
    const counted = at.world.clock.now();
    at.world.clock.advance(3_600_000);
    await runJob(at.world, "token_distribution");
    await runJob(at.world, "holder_growth");
    const cache = read("holder_cache").figure;
    expect(cache?.data.holders_detail).toEqual({
      token_accounts: 4,
      non_zero_accounts: 4,
      unique_owners: 4,
      excluding: {
        token_accounts: 1,
        non_zero_accounts: 1,
        unique_owners: 1,
        wallets: [at.treasury.address, at.reserve.address, at.burn.address],
      },
    });
    expect(cache?.data.conservation).toEqual({
      accounts_sum: "1000000",
      supply: "1000000",
      withheld: "0",
      difference: "0",
      complete: true,
      slot: at.chain.slot,
    });
    const distribution = read("token_distribution").figure;
    expect(distribution?.takenAt).toBe(counted);
    expect(
      distribution?.data.top_holders.map(({ rank, amount, share_pct, role }) => [
        rank,
        amount,
        share_pct,
        role,
      ]),
    ).toEqual([
      [1, "450000", 45, null],
      [2, "300000", 30, "treasury"],
      [3, "200000", 20, "reserve"],
      [4, "50000", 5, "burn"],
    ]);
    expect(distribution?.data.buckets.filter(({ owners }) => owners > 0)).toEqual([
      { from: "10000", to: "100000", owners: 1, amount: "50000", share_pct: 5 },
      { from: "100000", to: "1000000", owners: 3, amount: "950000", share_pct: 95 },
    ]);
    expect(distribution?.data.concentration_excluding).toMatchObject({
      owners: 1,
      top1_pct: 100,
      nakamoto: 1,
    });
    expect(read("holder_growth").figure?.data).toEqual({
      day: "2026-11-21",
      token_accounts: 4,
      non_zero_accounts: 4,
      unique_owners: 4,
      change: null,
    });
  });

  test("holder_growth: one row a day, the day's last count; the next day shows the change", async () => {
    await runJob(at.world, "holder_cache");
    await runJob(at.world, "holder_growth");
    const yan = await at.chain.wallet();
    await at.chain.transfer(at.zoe, yan.address, 5n);
    await runJob(at.world, "holder_cache");
    await runJob(at.world, "holder_growth");
    at.world.clock.advance(86_400_000);
    await at.chain.transfer(yan, at.zoe.address, 5n);
    await runJob(at.world, "holder_cache");
    await runJob(at.world, "holder_growth");
    const days = listHolderDays(at.world.services.live.read, token(), 10);
    expect(
      days.map(({ day, unique_owners, token_accounts }) => [day, unique_owners, token_accounts]),
    ).toEqual([
      ["2026-11-22", 4, 5],
      ["2026-11-21", 5, 5],
    ]);
    expect(read("holder_growth").figure?.data.change).toBe(-1);
  });

  test("what is derived before holders were counted says that its source is missing", async () => {
    await expect(runJob(at.world, "token_distribution")).rejects.toThrow("not been counted yet");
    expect(read("token_distribution")).toMatchObject({ figure: null, attempt: { error: "no_source" } });
  });

  test("mint_authorities: who may mint and freeze, held against what is expected", async () => {
    await runJob(at.world, "mint_authorities");
    const found = read("mint_authorities").figure?.data ?? null;
    expect(found).toEqual({
      program: "spl-token",
      decimals: 6,
      supply: "1000000",
      mint_authority: at.chain.payer.address,
      freeze_authority: null,
      powers: [],
      unknown_extensions: [],
    });
    const none = { mint_authority: "none", freeze_authority: "none" };
    expect(reviewAuthorities(found, none)).toMatchObject({
      review_status: "held",
      expected_review_status: "renounced",
      expectation_configured: true,
      mismatch: true,
    });
    const right = { mint_authority: at.chain.payer.address, freeze_authority: null };
    expect(reviewAuthorities(found, right)).toMatchObject({
      expected_review_status: "held",
      mismatch: false,
    });
    await at.chain.renounceMint();
    await runJob(at.world, "mint_authorities");
    const renounced = read("mint_authorities").figure?.data ?? null;
    expect(reviewAuthorities(renounced, none)).toMatchObject({ review_status: "renounced", mismatch: false });
    expect(reviewAuthorities(null, none)).toMatchObject({ review_status: "unknown", mismatch: false });
    const unset = { mint_authority: null, freeze_authority: null };
    expect(reviewAuthorities(renounced, unset)).toMatchObject({
      expectation_configured: false,
      expected_review_status: null,
      mismatch: false,
    });
  });
});

describe("a bad chain", () => {
  const KINDS = ["mint_authorities", "public_stats", "holder_cache", "transaction_sync"] as const;

  test("with every address down the figures stay as they were, with their age and a code", async () => {
    for (const kind of KINDS) await runJob(at.world, kind);
    const before = KINDS.map((kind) => read(kind).figure);
    const then = at.world.clock.now();
    for (const server of at.servers) server.fault = { kind: "status", status: 500 };
    at.world.clock.advance(60_000);
    for (const kind of KINDS) await expect(runJob(at.world, kind)).rejects.toThrow();
    at.world.clock.advance(60_000);
    for (const kind of KINDS) await expect(runJob(at.world, kind)).rejects.toThrow();
    expect(KINDS.map((kind) => read(kind).figure)).toEqual(before);
    for (const kind of KINDS)
      expect(read(kind).attempt).toEqual({
        attemptedAt: then + 120_000,
        succeededAt: then,
        failedSince: then + 60_000,
        error: "rpc_unavailable",
        disagreements: [],
      });
    const health = readRpcHealth(at.world.services.live.read, token());
    expect(health.addresses.map(({ host, error, answered_at }) => [host, error, answered_at])).toEqual(
      at.servers.map(({ host }) => [host, "http_error", then]),
    );
  });

  test("a liar changes nothing, and is told of while it lies", async () => {
    at.servers[2].lie = lieAboutSupply(7n);
    await runJob(at.world, "mint_authorities");
    expect(read("mint_authorities").figure?.data.supply).toBe("1000000");
    const health = readRpcHealth(at.world.services.live.read, token());
    expect(health.quorum).toBe(2);
    expect(health.disagreements.map(({ field }) => field)).toEqual(["supply"]);
    expect(health.disagreements[0]?.values.map(({ value }) => value)).toEqual([
      "1000000000000",
      "1000000000000",
      "7",
    ]);
    at.servers[2].lie = null;
    await runJob(at.world, "mint_authorities");
    expect(readRpcHealth(at.world.services.live.read, token()).disagreements).toEqual([]);
  });

  test("below the quorum nothing new is proved: the former figures stay, and who said what is kept", async () => {
    await runJob(at.world, "public_stats");
    await at.chain.mintTo(at.zoe.address, 1_000_000n);
    at.servers[1].lie = lieAboutSupply(7n);
    at.servers[2].lie = lieAboutSupply(8n);
    await expect(runJob(at.world, "public_stats")).rejects.toThrow("disagree");
    expect(read("public_stats").figure?.data.total_supply).toBe("1000000");
    expect(read("public_stats").attempt).toMatchObject({ error: "rpc_disagreement" });
    expect(read("public_stats").attempt?.disagreements[0]?.values.length).toBe(3);
  });

  test("a partial count replaces nothing", async () => {
    await runJob(at.world, "holder_cache");
    for (const server of at.servers)
      server.lie = (method, result) => {
        if (method !== "getProgramAccounts") return result;
        const answer = result as { value: unknown[] };
        return { ...answer, value: answer.value.slice(1) };
      };
    await expect(runJob(at.world, "holder_cache")).rejects.toThrow("do not add up");
    expect(read("holder_cache").figure?.data.holders_detail.unique_owners).toBe(4);
    expect(read("holder_cache").attempt?.error).toBe("scan_incomplete");
  });

  test("figures never go back to an older slot, whatever lags", async () => {
    const old = at.chain.frozen();
    await at.chain.mintTo(at.zoe.address, 5n);
    await runJob(at.world, "mint_authorities");
    for (const server of at.servers) server.view = () => old;
    await expect(runJob(at.world, "mint_authorities")).rejects.toThrow("0 RPC addresses answered");
    expect(read("mint_authorities").figure).toMatchObject({
      slot: at.chain.slot,
      data: { supply: "1000000.000005" },
    });
  });

  test("neither log nor tables hold more of an RPC address than scheme and host", async () => {
    at.servers[0].fault = { kind: "body", text: "your api-key=hush is over its limit" };
    at.servers[1].fault = { kind: "error", code: -32603, message: "api-key=hush" };
    await expect(runJob(at.world, "public_stats")).rejects.toThrow(/^(?!.*hush)/);
    const { live } = at.world.services;
    for (const table of ["chain_figures", "chain_attempts", "chain_sources", "rpc_addresses"])
      expect(JSON.stringify(live.read.all(`SELECT * FROM ${table}`))).not.toContain("hush");
    expect(at.world.logged.join()).not.toContain("hush");
  });
});

describe("another chain or mint", () => {
  test("starts empty; what was known of the former is kept apart, and is back with it", async () => {
    for (const kind of ["public_stats", "transaction_sync"] as const) await runJob(at.world, kind);
    const known = read("public_stats").figure;
    const { genesis } = at.chain;
    const other = { ...at.chain.view, genesis: "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG", slot: 5 };
    for (const server of at.servers) server.view = () => other;
    // The addresses are asked which chain they are on every ten minutes.
    at.world.clock.advance(11 * 60_000);
    await runJob(at.world, "public_stats");
    expect(read("public_stats").figure?.slot).toBe(5);
    expect(read("transaction_sync").figure).toBeNull();
    for (const server of at.servers) server.view = () => ({ ...at.chain.view, genesis });
    at.world.clock.advance(11 * 60_000);
    await runJob(at.world, "mint_authorities");
    expect(read("public_stats").figure).toEqual(known);
  });

  test("after a restart with every address down the last figures of these addresses are there, with their age", async () => {
    await runJob(at.world, "public_stats");
    const known = read("public_stats").figure;
    for (const server of at.servers) server.fault = { kind: "hang" };
    await at.world.restart();
    expect(read("public_stats").figure).toEqual(known);
  });
});

test("the demo chain fills the same figures, the same in every process", async () => {
  const filled = async () => {
    const world = await createWorld();
    const { token: demo, live } = world.services;
    if (demo === null) throw new Error("no demo token");
    for (const job of [
      "mint_authorities",
      "public_stats",
      "holder_cache",
      "token_distribution",
      "holder_growth",
      "transaction_sync",
    ])
      await runJob(world, job);
    const figures = (
      [
        "mint_authorities",
        "public_stats",
        "holder_cache",
        "token_distribution",
        "holder_growth",
        "transaction_sync",
      ] as const
    ).map((kind) => readFigure(live.read, demo, kind).figure);
    await world.close();
    return figures;
  };
  const [first, second] = [await filled(), await filled()];
  expect(second).toEqual(first);
  const [mint, stats, holders, , , sync] = first as unknown as [
    { data: { mint_authority: null } },
    { data: { circulating_supply: string } },
    { data: { conservation: { complete: boolean }; holders_detail: { unique_owners: number } } },
    unknown,
    unknown,
    { data: { is_whole: boolean; volume_24h: string } },
  ];
  expect(mint.data.mint_authority).toBeNull();
  expect(stats.data.circulating_supply).toBe("700000000");
  expect(holders.data.conservation.complete).toBe(true);
  expect(holders.data.holders_detail.unique_owners).toBe(446);
  expect(sync.data.is_whole).toBe(true);
  expect(Number(sync.data.volume_24h)).toBeGreaterThan(0);
});
