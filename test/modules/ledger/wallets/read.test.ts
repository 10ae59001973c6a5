import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { buildApp } from "../../../../src/app.ts";
import type { ChainReader } from "../../../../src/chain/chain-reader.ts";
import { DemoReader } from "../../../../src/chain/demo-reader.ts";
import { ChainUnavailable } from "../../../../src/chain/errors.ts";
import type { WalletHoldings } from "../../../../src/chain/holdings.ts";
import { Problem } from "../../../../src/http/answers/problem.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { requireUser } from "../../../../src/modules/ledger/users/index.ts";
import { requireFreshWallet } from "../../../../src/modules/ledger/wallets/index.ts";
import { sign } from "../../../harness/app/signing.ts";
import { newWallet, type TestWallet } from "../../../harness/app/wallets.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

const DAY = 86_400_000;
let world: World;
let key: IssuedKey;
let zoe: number;
let wallet: TestWallet;

beforeEach(async () => {
  world = await createWorld({ SALUTE_ENV: "production" });
  key = await world.createKey("acme");
  zoe = await world.createUser(key, "zoe");
  wallet = newWallet();
});

afterEach(() => world.close());

async function link(address: string, more: object = {}): Promise<void> {
  const body = { blockchain: "solana", wallet_address: address, ...more };
  expect((await world.call("POST", `/api/partner/users/${zoe}/wallets`, { key, body })).status).toBe(201);
}

async function linkProved(by: TestWallet, more: object = {}): Promise<void> {
  const target = `/api/partner/users/${zoe}/wallets/challenge`;
  const { challenge_id, text } = (
    await world.call("POST", target, { key, body: { wallet_address: by.address } })
  ).json;
  const signature = Buffer.from(by.sign(text)).toString("hex");
  await link(by.address, { ...more, proof: { challenge_id, signature } });
}

describe("GET /api/partner/wallet-verification/{wallet_address}", () => {
  const read = async (address: string, by = key) =>
    (await world.call("GET", `/api/partner/wallet-verification/${address}`, { key: by })).json;

  test("an address that nobody linked, and one that only another partner linked: linked false, owner null", async () => {
    await linkProved(wallet);
    const other = await world.createKey("other");
    const unknown = await read(wallet.address, other);
    expect(unknown).toMatchObject({
      success: true,
      wallet: wallet.address,
      linked: false,
      wallet_states: {
        linked: false,
        connected_session: false,
        verified: false,
        stale_verification: false,
        hidden: false,
      },
      verification: {
        verified: false,
        verified_at_utc: null,
        verification_age_days: null,
        freshness: "never",
        status_text: "Never verified.",
        reverify_days: 90,
      },
      owner: null,
      state_model: ["linked", "connected_session", "verified", "stale_verification", "hidden"],
    });
  });

  test("a linked one that was never proved", async () => {
    await link(wallet.address, { is_hidden: true });
    expect(await read(wallet.address)).toMatchObject({
      linked: true,
      wallet_states: { linked: true, connected_session: false, verified: false, hidden: true },
      verification: { freshness: "never" },
      owner: { user_id: zoe, external_id: "zoe", is_primary: true, is_hidden: true },
    });
  });

  test("a proof ages: connected for a day, aging past 45 days, stale past 90, and fresh again by the next proof", async () => {
    await linkProved(wallet);
    const seen = [];
    for (const [advance, name] of [
      [0, "at once"],
      [DAY - 1, "a day less a moment"],
      [1, "a day"],
      [44 * DAY, "45 days"],
      [1, "past 45 days"],
      [45 * DAY - 1, "90 days"],
      [1, "past 90 days"],
    ] as const) {
      world.clock.advance(advance);
      const { wallet_states: states, verification } = await read(wallet.address);
      expect(states.verified).toBe(true);
      seen.push([
        name,
        states.connected_session,
        states.stale_verification,
        verification.freshness,
        verification.verification_age_days,
      ]);
    }
    expect(seen).toEqual([
      ["at once", true, false, "fresh", 0],
      ["a day less a moment", true, false, "fresh", 0],
      ["a day", false, false, "fresh", 1],
      ["45 days", false, false, "fresh", 45],
      ["past 45 days", false, false, "aging", 45],
      ["90 days", false, false, "aging", 90],
      ["past 90 days", false, true, "stale", 90],
    ]);
    expect((await read(wallet.address)).verification.status_text).toBe(
      "Verified 90 days ago, over 90 days: verify again.",
    );
    await linkProved(wallet);
    expect((await read(wallet.address)).verification).toMatchObject({
      freshness: "fresh",
      verification_age_days: 0,
    });
  });

  test("400 for what is no address", async () => {
    const answer = await world.call("GET", "/api/partner/wallet-verification/abc", { key });
    expect([answer.status, answer.json.details[0].field]).toEqual([400, "wallet_address"]);
  });
});

describe("a wallet that may be paid", () => {
  const fresh = (address?: string): string => {
    const { read } = world.services.live;
    try {
      return requireFreshWallet(read, requireUser(read, 1, zoe), { address, now: world.clock.now() });
    } catch (error) {
      if (error instanceof Problem) return error.code;
      throw error;
    }
  };

  test("is the one named, else the primary, verified and not stale", async () => {
    const second = newWallet();
    expect([fresh(), fresh(wallet.address)]).toEqual(["state_conflict", "wallet_not_found"]);
    await link(wallet.address);
    expect([fresh(), fresh(wallet.address)]).toEqual(["state_conflict", "state_conflict"]);
    await linkProved(second);
    expect([fresh(), fresh(second.address)]).toEqual(["state_conflict", second.address]);
    await linkProved(wallet);
    expect([fresh(), fresh(wallet.address)]).toEqual([wallet.address, wallet.address]);
    world.clock.advance(90 * DAY);
    expect(fresh()).toBe(wallet.address);
    world.clock.advance(1);
    expect([fresh(), fresh(second.address)]).toEqual(["state_conflict", "state_conflict"]);
  });
});

describe("GET /api/partner/wallet-info/{wallet_address}", () => {
  const holdings = (address: string): WalletHoldings => ({
    address,
    lamports: 1_500_000_001n,
    tokenAmount: 12_345_678n,
    tokenDecimals: 6,
    lpMint: null,
    lpAmount: 0n,
    lpDecimals: 0,
    slot: 5n,
  });

  const chainOf = (getWallet: ChainReader["getWallet"]): ChainReader =>
    Object.assign(new DemoReader(world.clock), { getWallet });

  async function readBy(chain: ChainReader, address: string) {
    const app = buildApp({ ...world.services, chain });
    const target = `/api/partner/wallet-info/${address}`;
    const headers = sign(key, "GET", target, { timestamp: Math.floor(world.clock.now() / 1000) });
    const response = await app.handle(new Request(`http://localhost${target}`, { headers }));
    return { status: response.status, json: await response.json() };
  }

  test("200: numbers in whole units and the chain's mode, for an address that nobody linked too", async () => {
    const { status, json } = await readBy(
      chainOf(async (address) => holdings(address)),
      wallet.address,
    );
    expect(status).toBe(200);
    expect(json).toMatchObject({
      success: true,
      wallet: wallet.address,
      native_balance: 1.500000001,
      token_balance: 12.345678,
      lp_mint: "",
      lp_amount: 0,
      chain_mode: "demo",
    });
  });

  test("200: a configured liquidity-pool mint and what is held of it", async () => {
    const lp = { lpMint: newWallet().address, lpAmount: 25n, lpDecimals: 1 };
    const { json } = await readBy(
      chainOf(async (address) => ({ ...holdings(address), ...lp })),
      wallet.address,
    );
    expect(json).toMatchObject({ lp_mint: lp.lpMint, lp_amount: 2.5 });
  });

  test("503 rpc_unavailable where the chain cannot be read, and where none is configured", async () => {
    const failed = await readBy(
      chainOf(() => Promise.reject(new ChainUnavailable("no answer from rpc.example"))),
      wallet.address,
    );
    expect([failed.status, failed.json.error]).toEqual([503, "rpc_unavailable"]);
    expect(JSON.stringify(failed.json)).not.toContain("rpc.example");
    const none = await world.call("GET", `/api/partner/wallet-info/${wallet.address}`, { key });
    expect([none.status, none.json.error]).toEqual([503, "rpc_unavailable"]);
  });

  test("400 for what is no address", async () => {
    expect((await world.call("GET", "/api/partner/wallet-info/abc", { key })).status).toBe(400);
  });
});
