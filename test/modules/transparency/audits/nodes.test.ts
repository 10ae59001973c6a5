import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { address } from "@solana/kit";
import { getRecoverNestedAssociatedTokenInstructionAsync } from "@solana-program/token";
import { MINUTE_MS } from "../../../../src/kit/clock.ts";
import { runAudit } from "../../../../src/modules/transparency/audits/runs/index.ts";
import { runJobs } from "../../../harness/app/jobs.ts";
import type { RpcServer } from "../../../harness/chain/rpc-server.ts";
import { startTokenWorld, type TokenWorld } from "../../../harness/chain/token-world.ts";
import { listRunRows } from "./fixture.ts";

/** What audits make of transactions that other programs cause, and of nodes that answer in their own way. */
let at: TokenWorld;
beforeEach(async () => {
  at = await startTokenWorld();
});
afterEach(() => at.stop());

const TOKEN = 1_000_000n;

async function readChain(): Promise<void> {
  at.world.clock.advance(MINUTE_MS);
  await runJobs(at.world, "mint_authorities", "public_stats", "holder_cache");
  at.world.clock.advance(MINUTE_MS);
  await runJobs(at.world, "transaction_sync", "transaction_sync");
}

async function audit() {
  const { token } = at.world.services;
  if (token === null) throw new Error("no token");
  const window = { from: Date.UTC(2026, 10, 21), to: at.world.clock.now() };
  const run = await runAudit(at.world.services, { token, window, signal: new AbortController().signal });
  return { run, rows: listRunRows(at.world, run.run) };
}

type Rows = Awaited<ReturnType<typeof audit>>["rows"];

/** Rows of one transaction, as `type wallet delta`, sorted. */
function of(rows: Rows, signature: string): string[] {
  return rows
    .filter((each) => each.signature === signature)
    .map(({ anomaly_type, wallet, delta }) => `${anomaly_type} ${nameOf(wallet)} ${delta}`)
    .sort();
}

function nameOf(wallet: string | null): string {
  const found = (["treasury", "reserve", "burn", "zoe"] as const).find((name) => at[name].address === wallet);
  return found ?? (wallet === null ? "-" : "somebody");
}

const breaksIn = (rows: Rows) => rows.filter(({ anomaly_type }) => anomaly_type === "balance_break");

test("a transfer that another program makes by an inner instruction is seen like any other", async () => {
  const holding = await at.chain.accountOf(at.zoe.address);
  // An account that zoe's own token account owns; only the program of associated accounts can get tokens out of it.
  await at.chain.mintTo(holding, 30_000n * TOKEN);
  await readChain();
  const recovered = await at.chain.send([
    await getRecoverNestedAssociatedTokenInstructionAsync({
      nestedTokenMintAddress: address(at.chain.mint),
      ownerTokenMintAddress: address(at.chain.mint),
      walletAddress: at.zoe,
      tokenProgram: address(at.chain.program),
    }),
  ]);
  const { result } = at.chain.history.at(-1) ?? {};
  expect(result).toMatchObject({
    meta: { err: null, innerInstructions: [{ index: 0, instructions: [{}, {}] }] },
  });
  await readChain();
  const { run, rows } = await audit();
  expect(of(rows, recovered)).toEqual(["large_transfer somebody -30000", "large_transfer zoe 30000"]);
  expect([run.isComplete, breaksIn(rows)]).toEqual([true, []]);
  expect(run.coverage).toMatchObject({ unexplained_accounts: 0 });
});

describe("transactions of one slot", () => {
  /** Sends in the slot of the transaction before. */
  async function sendBeside(send: () => Promise<string>): Promise<string> {
    at.chain.slot--;
    return send();
  }

  const reorder =
    (sort: (signatures: { signature: string; slot: number }[]) => unknown): RpcServer["lie"] =>
    (method, result) =>
      method === "getSignaturesForAddress" ? sort(result as { signature: string; slot: number }[]) : result;

  test.each([
    ["backwards", (a: string, b: string) => (a < b ? 1 : -1)],
    ["by name", (a: string, b: string) => (a < b ? -1 : 1)],
  ])("listed %s by a node give the same rows, and no break", async (_, compare) => {
    await readChain();
    const first = await at.chain.transfer(at.zoe, at.treasury.address, 20_000n * TOKEN);
    const second = await sendBeside(() =>
      at.chain.transfer(at.treasury, at.reserve.address, 310_000n * TOKEN),
    );
    const third = await sendBeside(() => at.chain.transfer(at.reserve, at.burn.address, 505_000n * TOKEN));
    for (const server of at.servers)
      server.lie = reorder((listed) =>
        listed.toSorted((a, b) => b.slot - a.slot || compare(a.signature, b.signature)),
      );
    await readChain();
    const { run, rows } = await audit();
    expect(of(rows, first)).toEqual(["large_transfer treasury 20000", "large_transfer zoe -20000"]);
    expect(of(rows, second)).toEqual([
      "large_transfer reserve 310000",
      "large_transfer treasury -310000",
      "treasury_outflow treasury -310000",
    ]);
    expect(of(rows, third)).toEqual([
      "large_transfer burn 505000",
      "large_transfer reserve -505000",
      "reserve_outflow reserve -505000",
    ]);
    expect([run.isComplete, breaksIn(rows)]).toEqual([true, []]);
  });
});

describe("nodes that lie about balances", () => {
  /** Adds tokens to what an account held before and after a transaction; the sums still agree. */
  const inflate =
    (signature: string): RpcServer["lie"] =>
    (method, result, [asked]) => {
      if (method !== "getTransaction" || asked !== signature || result === null) return result;
      const { meta, ...rest } = result as { meta: Record<string, { uiTokenAmount: { amount: string } }[]> };
      const more = (balances: { uiTokenAmount: { amount: string } }[] = []) =>
        balances.map((each) => ({
          ...each,
          uiTokenAmount: {
            ...each.uiTokenAmount,
            amount: String(BigInt(each.uiTokenAmount.amount) + 9n * TOKEN),
          },
        }));
      const { preTokenBalances, postTokenBalances } = meta;
      return {
        ...rest,
        meta: {
          ...meta,
          preTokenBalances: more(preTokenBalances),
          postTokenBalances: more(postTokenBalances),
        },
      };
    };

  test("one of three changes nothing", async () => {
    await readChain();
    const moved = await at.chain.transfer(at.treasury, at.zoe.address, 20_000n * TOKEN);
    at.servers[1].lie = inflate(moved);
    await readChain();
    const { run, rows } = await audit();
    expect(of(rows, moved)).toEqual([
      "large_transfer treasury -20000",
      "large_transfer zoe 20000",
      "treasury_outflow treasury -20000",
    ]);
    expect([run.isComplete, breaksIn(rows)]).toEqual([true, []]);
  });

  test("all of them together break the chain of balances, and the scans are not explained", async () => {
    await readChain();
    const moved = await at.chain.transfer(at.treasury, at.zoe.address, 20_000n * TOKEN);
    for (const server of at.servers) server.lie = inflate(moved);
    await readChain();
    const { run, rows } = await audit();
    expect(
      breaksIn(rows)
        .map(({ wallet, delta }) => `${nameOf(wallet)} ${delta}`)
        .sort(),
    ).toEqual(["treasury 9", "zoe 9"]);
    expect(run.coverage).toMatchObject({ unexplained_accounts: 2, unexplained_abs: "18" });
  });

  test("a balance that all of them leave out makes the run incomplete, and no row comes of it", async () => {
    await readChain();
    const moved = await at.chain.transfer(at.treasury, at.zoe.address, 20_000n * TOKEN);
    for (const server of at.servers)
      server.lie = (method, result, [asked]) => {
        if (method !== "getTransaction" || asked !== moved || result === null) return result;
        const { meta, ...rest } = result as { meta: { postTokenBalances: unknown[] } };
        return { ...rest, meta: { ...meta, postTokenBalances: meta.postTokenBalances.slice(1) } };
      };
    await readChain().catch(() => undefined);
    const { run, rows } = await audit();
    expect([run.isComplete, run.overall, of(rows, moved)]).toEqual([false, "other", []]);
  });
});
