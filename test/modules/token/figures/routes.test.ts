import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { runJob } from "../../../harness/app/jobs.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { startTokenWorld, type TokenWorld } from "../../../harness/chain/token-world.ts";
import { expectValidators } from "../../../harness/checks/validators.ts";

let at: TokenWorld;
let world: World;
let key: IssuedKey;
beforeEach(async () => {
  at = await startTokenWorld({ RATE_LIMIT_PUBLIC_API_PER_MIN: "0" });
  world = at.world;
  key = await world.createKey("acme");
});
afterEach(() => at.stop());

const fill = async () => {
  for (const job of ["public_stats", "holder_cache", "transaction_sync"]) await runJob(world, job);
};
const stats = () => world.call("GET", "/api/public-stats");
const asked = () => at.servers.reduce((sum, server) => sum + server.asked.length, 0);

describe("GET /api/partner/token-status", () => {
  test("200: the stored figures, without a request to the chain", async () => {
    await fill();
    const before = asked();
    const { status, json } = await world.call("GET", "/api/partner/token-status", { key });
    expect(status).toBe(200);
    expect(json).toEqual({
      success: true,
      mint: at.chain.mint,
      decimals: 6,
      rpc_url: at.servers[0].host,
      chain: {
        total_supply: "1000000",
        treasury_balance: "300000",
        reserve_balance: "200000",
        tracked_treasury_balance: "500000",
        burn_balance: "50000",
        circulating_supply: "450000",
        holders: 4,
        holders_source: "holder_cache",
      },
      holders_detail: {
        token_accounts: 4,
        non_zero_accounts: 4,
        unique_owners: 4,
        excluding: {
          token_accounts: 1,
          non_zero_accounts: 1,
          unique_owners: 1,
          wallets: [at.treasury.address, at.reserve.address, at.burn.address],
        },
      },
      slot: at.chain.slot,
      as_of_utc: "2026-11-21T10:00:00.000Z",
      age_hours: 0,
      is_stale: false,
      chain_mode: "rpc",
      docs_links: { openapi: "/api/openapi.yaml", docs: "/docs" },
      links: json.links,
    });
    expect(asked()).toBe(before);
  });

  test("before any job has run the chain is read for it, once for all who ask together", async () => {
    const ask = () => world.call("GET", "/api/partner/token-status", { key });
    await ask();
    const before = at.servers[0].count("getTokenAccountsByOwner");
    const answers = await Promise.all([ask(), ask(), ask(), ask()]);
    expect(
      answers.map(({ json }) => [json.chain.total_supply, json.chain.holders, json.chain.holders_source]),
    ).toEqual(new Array(4).fill(["1000000", null, "none"]));
    expect(at.servers[0].count("getTokenAccountsByOwner") - before).toBe(3);
  });

  test("503 rpc_unavailable while there is neither figure nor chain", async () => {
    for (const server of at.servers) server.fault = { kind: "status", status: 500 };
    const { status, json, headers } = await world.call("GET", "/api/partner/token-status", { key });
    expect([status, json.error, json.retry_class, headers.get("retry-after")]).toEqual([
      503,
      "rpc_unavailable",
      "retryable",
      "30",
    ]);
  });

  test("with every address down it goes on with the last figures and their age", async () => {
    await fill();
    for (const server of at.servers) server.fault = { kind: "hang" };
    world.clock.advance(2 * 3_600_000);
    const { json } = await world.call("GET", "/api/partner/token-status", { key });
    expect([json.chain.total_supply, json.age_hours, json.is_stale]).toEqual(["1000000", 2, true]);
  });
});

describe("GET /api/public-stats", () => {
  test("200: stats and how old they are; as old as the oldest source", async () => {
    await runJob(world, "holder_cache");
    await runJob(world, "transaction_sync");
    world.clock.advance(6 * 60_000);
    await runJob(world, "public_stats");
    const { status, json } = await stats();
    expect(status).toBe(200);
    expect(json).toEqual({
      success: true,
      decimals: 6,
      stats: {
        total_supply: "1000000",
        circulating_supply: "450000",
        holders: 4,
        holders_cached: 4,
        holders_onchain_lower_bound: 4,
        holders_source: "holder_cache",
        volume_24h: "1000000",
      },
      cache: {
        source: "jobs",
        available: true,
        enabled: true,
        reason: null,
        cached_at_utc: "2026-11-21T10:00:00.000Z",
        age_hours: 0.1,
        max_age_hours: 1,
        source_error: null,
        proof_url: json.cache.proof_url,
        proof_csv_url: json.cache.proof_csv_url,
        proof_page_url: json.cache.proof_page_url,
      },
      chain_mode: "rpc",
    });
  });

  test("before holders were counted a lower bound stands in, and says so", async () => {
    await runJob(world, "public_stats");
    const { json } = await stats();
    expect(json.stats).toMatchObject({
      holders: 4,
      holders_cached: null,
      holders_onchain_lower_bound: 4,
      holders_source: "largest_accounts",
      volume_24h: null,
    });
  });

  test("503 rpc_unavailable before the first figures", async () => {
    const { status, json } = await stats();
    expect([status, json.error]).toEqual([503, "rpc_unavailable"]);
  });

  test("has validators of its data, and a change is seen at once", async () => {
    await fill();
    await expectValidators(
      world,
      "/api/public-stats",
      {},
      {
        lastModified: "Sat, 21 Nov 2026 10:00:00 GMT",
        cacheControl: "public, max-age=30",
      },
    );
    await at.chain.burn(at.zoe, 1_000_000n);
    await runJob(world, "public_stats");
    expect((await stats()).json.stats.total_supply).toBe("999999");
  });

  test("200 readers at once, with the chain down or up, ask it nothing and are answered from one reading", async () => {
    await fill();
    for (const server of at.servers) server.fault = { kind: "hang" };
    world.clock.advance(2 * 3_600_000);
    await expect(runJob(world, "public_stats")).rejects.toThrow();
    const before = asked();
    const answers = await Promise.all([
      ...Array.from({ length: 100 }, stats),
      ...Array.from({ length: 100 }, () => world.call("GET", "/api/transactions/latest")),
    ]);
    expect(asked()).toBe(before);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[0]?.json.cache).toMatchObject({
      reason: "stale",
      age_hours: 2,
      source_error: "rpc_unavailable",
    });
    expect(answers[0]?.json.stats.total_supply).toBe("1000000");
  });
});

describe("GET /api/transactions/latest", () => {
  test("200 with no rows before the first sync; limit is 1 to 200, else 400", async () => {
    const { status, json } = await world.call("GET", "/api/transactions/latest");
    expect([status, json.rows, json.limit, json.synced_at_utc]).toEqual([200, [], 50, null]);
    for (const limit of ["0", "201", "x"]) {
      const refused = await world.call("GET", `/api/transactions/latest?limit=${limit}`);
      expect([refused.status, refused.json.details[0].field]).toEqual([400, "limit"]);
    }
  });

  test("has validators of its data", async () => {
    await fill();
    await expectValidators(
      world,
      "/api/transactions/latest?limit=2",
      {},
      {
        lastModified: "Sat, 21 Nov 2026 10:00:00 GMT",
        cacheControl: "public, max-age=15",
      },
    );
  });
});

describe("without a chain", () => {
  test("production answers 503 rpc_unavailable, everywhere that shows chain figures, and jobs say why", async () => {
    const production = await createWorld({ SALUTE_ENV: "production" });
    const signed = await production.createKey("acme");
    for (const path of ["/api/partner/token-status", "/api/public-stats", "/api/transactions/latest"]) {
      const { status, json } = await production.call("GET", path, { key: signed });
      expect([path, status, json.error]).toEqual([path, 503, "rpc_unavailable"]);
      expect([path, json.message]).toEqual([
        path,
        "Ask the operators to set SOLANA_RPC_URLS and TOKEN_MINT: no chain is configured.",
      ]);
    }
    await expect(runJob(production, "public_stats")).rejects.toThrow(
      "No chain is configured: SOLANA_RPC_URLS and TOKEN_MINT must both be set.",
    );
    await production.close();
  });

  test("the demo chain says so in every answer", async () => {
    const demo = await createWorld();
    const signed = await demo.createKey("acme");
    for (const job of ["public_stats", "holder_cache", "transaction_sync"]) await runJob(demo, job);
    for (const path of ["/api/partner/token-status", "/api/public-stats", "/api/transactions/latest"]) {
      const { status, json } = await demo.call("GET", path, { key: signed });
      expect([status, json.chain_mode]).toEqual([200, "demo"]);
    }
    await demo.close();
  });
});

describe("the chain over RPC for partners", () => {
  test("wallet-info reads it", async () => {
    const { json } = await world.call("GET", `/api/partner/wallet-info/${at.zoe.address}`, { key });
    expect(json).toMatchObject({
      wallet: at.zoe.address,
      native_balance: 1,
      token_balance: 450_000,
      lp_mint: "",
      lp_amount: 0,
      chain_mode: "rpc",
    });
  });
});
