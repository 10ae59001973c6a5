import { expect, setDefaultTimeout, test } from "bun:test";
import { HOUR_MS, MINUTE_MS } from "../../src/kit/clock.ts";
import { type FigureKind, readFigure } from "../../src/modules/token/figures/index.ts";
import { runJob } from "../harness/app/jobs.ts";
import { lieAboutSupply } from "../harness/chain/nodes.ts";
import type { Fault, RpcServer } from "../harness/chain/rpc-server.ts";
import type { View } from "../harness/chain/test-chain.ts";
import { startTokenWorld, type TokenWorld } from "../harness/chain/token-world.ts";
import { chooseSeed } from "../harness/simulation/random.ts";
import { Random } from "./random.ts";

/**
 * A seeded random walk over a real token program with nodes that fail, lag and (at most one of three) give false answers.
 * After each step: figures were true at their slot, slots and times never go back, failed jobs changed nothing, and the
 * age is shown. `SEED=… bun test test/sim/chain.test.ts` repeats a run, SIM_STEPS makes it longer.
 */

const STEPS = Number(process.env.SIM_STEPS ?? 120);
setDefaultTimeout(60_000 + STEPS * 500);

const JOBS: FigureKind[] = ["public_stats", "mint_authorities", "holder_cache", "transaction_sync"];
const FAULTS: Fault[] = [
  { kind: "status", status: 500 },
  { kind: "status", status: 429, retryAfter: "3" },
  { kind: "body", text: "<html>" },
  { kind: "truncated" },
  { kind: "error", code: -32603, message: "no" },
];

/** True figures at a slot. */
interface Truth {
  supply: bigint;
  zoe: bigint;
  treasury: bigint;
  transactions: number;
}

class Walk {
  readonly random: Random;
  readonly truth = new Map<number, Truth>();
  readonly views: View[] = [];
  readonly now: Truth = { supply: 0n, zoe: 450_000_000_000n, treasury: 300_000_000_000n, transactions: 5 };
  readonly counts: Record<string, number> = {};

  constructor(
    readonly at: TokenWorld,
    seed: number,
  ) {
    this.random = new Random(seed);
    this.now.supply = 1_000_000_000_000n;
    this.note();
  }

  note(): void {
    this.truth.set(this.at.chain.slot, { ...this.now });
  }

  async step(): Promise<string> {
    const { random } = this;
    if (random.chance(0.3)) return this.move();
    if (random.chance(0.35)) return this.upset();
    if (random.chance(0.15)) {
      this.at.world.clock.advance(random.between(1, 90) * MINUTE_MS);
      return "time passes";
    }
    return this.work(random.one(JOBS));
  }

  async move(): Promise<string> {
    const { chain, zoe, treasury } = this.at;
    if (this.random.chance(0.2)) this.views.push(chain.frozen());
    const amount = BigInt(this.random.between(1, 1_000_000));
    const kind = this.random.one(["mint", "burn", "transfer"]);
    if (kind === "mint") await chain.mintTo(zoe.address, amount);
    else if (kind === "burn") await chain.burn(zoe, amount);
    else await chain.transfer(zoe, treasury.address, amount);
    const sign = kind === "mint" ? 1n : -1n;
    this.now.zoe += sign * amount;
    if (kind === "transfer") this.now.treasury += amount;
    else this.now.supply += sign * amount;
    this.now.transactions++;
    this.note();
    return kind;
  }

  /** Changes the nodes: correct, failing or lagging; one may give false answers. */
  async upset(): Promise<string> {
    const liar = this.random.chance(0.4) ? this.random.one(this.at.servers) : null;
    const states = this.at.servers.map((server) => this.upsetOne(server, server === liar));
    return `nodes: ${states.join(", ")}`;
  }

  upsetOne(server: RpcServer, lies: boolean): string {
    const { random, at } = this;
    server.fault = null;
    server.lie = null;
    server.view = () => at.chain.view;
    if (lies) {
      server.lie = this.aLie();
      return "lies";
    }
    const old = random.chance(0.2) ? this.views.at(random.between(-2, -1)) : undefined;
    if (old !== undefined) {
      server.view = () => old;
      return "lags";
    }
    if (random.chance(0.25)) {
      server.fault = random.one(FAULTS);
      return server.fault.kind;
    }
    return "sound";
  }

  aLie(): NonNullable<RpcServer["lie"]> {
    const made = lieAboutSupply(
      BigInt(this.random.between(0, 1_000)),
      this.random.chance(0.5) ? 9e9 : undefined,
    );
    const empty = this.random.chance(0.5);
    return (method, result, params) => {
      if (method === "getMultipleAccounts") return made(method, result, params);
      if (method === "getProgramAccounts" || method === "getSignaturesForAddress")
        return empty && Array.isArray(result) ? [] : { context: { slot: 9e9 }, value: [] };
      return method === "getTransaction" ? null : result;
    };
  }

  async work(kind: FigureKind): Promise<string> {
    const before = this.figure(kind);
    const outcome = await runJob(this.at.world, kind).then(
      () => "ok",
      () => "failed",
    );
    const after = this.figure(kind);
    this.counts[outcome] = (this.counts[outcome] ?? 0) + 1;
    if (outcome === "failed" && kind !== "transaction_sync") expect(after).toEqual(before);
    if (before !== null && after !== null) {
      expect(after.slot).toBeGreaterThanOrEqual(before.slot);
      expect(after.takenAt).toBeGreaterThanOrEqual(before.takenAt);
    }
    return `${kind}: ${outcome}`;
  }

  figure(kind: FigureKind) {
    const { token, live } = this.at.world.services;
    if (token === null) throw new Error("no token");
    return readFigure(live.read, token, kind).figure;
  }

  /** Asserts that the figures shown were true at their slot. */
  check(): void {
    const { token, live } = this.at.world.services;
    if (token === null) throw new Error("no token");
    const stats = readFigure(live.read, token, "public_stats").figure;
    if (stats !== null) {
      const then = this.truthAt(stats.slot);
      expect(units(stats.data.total_supply)).toBe(then.supply);
      expect(units(stats.data.treasury_balance)).toBe(then.treasury);
    }
    const mint = readFigure(live.read, token, "mint_authorities").figure;
    if (mint !== null) expect(units(mint.data.supply)).toBe(this.truthAt(mint.slot).supply);
    const cache = readFigure(live.read, token, "holder_cache").figure;
    if (cache !== null) {
      const then = this.truthAt(cache.slot);
      expect(units(cache.data.conservation.accounts_sum)).toBe(then.supply);
      const zoe = cache.data.distribution.top_holders.find(({ address }) => address === this.at.zoe.address);
      expect(units(zoe?.amount ?? "0")).toBe(then.zoe);
    }
    const sync = readFigure(live.read, token, "transaction_sync").figure;
    if (sync?.data.is_whole === true)
      expect(sync.data.transactions).toBeGreaterThanOrEqual(this.truthAt(sync.slot).transactions);
  }

  truthAt(slot: number): Truth {
    const found = this.truth.get(slot);
    if (found === undefined) throw new Error(`a figure names slot ${slot}, which never was`);
    return found;
  }
}

function units(text: string): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(6, "0"));
}

test("with unreliable nodes figures become stale, with their age, but never wrong", async () => {
  const seed = chooseSeed();
  const at = await startTokenWorld();
  const walk = new Walk(at, seed);
  const steps: string[] = [];
  try {
    for (let i = 0; i < STEPS; i++) {
      steps.push(await walk.step());
      walk.check();
    }
    // Correct nodes bring everything up to date again.
    for (const server of at.servers) {
      server.fault = null;
      server.lie = null;
      server.view = () => at.chain.view;
    }
    at.world.clock.advance(HOUR_MS);
    for (const kind of JOBS) await runJob(at.world, kind);
    for (const kind of JOBS) expect(walk.figure(kind)?.slot).toBe(at.chain.slot);
    walk.check();
    expect(walk.counts.ok ?? 0).toBeGreaterThan(0);
  } catch (error) {
    throw new Error(`SEED=${seed} after: ${steps.slice(-12).join(" | ")}`, { cause: error });
  } finally {
    await at.stop();
  }
});
