import { type RpcOptions, RpcReader } from "../../../src/chain/rpc/rpc-reader.ts";
import { ManualClock } from "../app/clock.ts";
import { RpcServer } from "./rpc-server.ts";
import { TestChain } from "./test-chain.ts";
import { TestTiming } from "./timing.ts";

/** Nodes over one chain, and a reader of them with virtual time. */
export interface Nodes {
  clock: ManualClock;
  timing: TestTiming;
  chain: TestChain;
  servers: [RpcServer, RpcServer, RpcServer];
  reader(options?: Partial<RpcOptions> & { count?: number }): RpcReader;
  stop(): Promise<void>;
}

export async function startNodes(options: Parameters<typeof TestChain.create>[1] = {}): Promise<Nodes> {
  const clock = new ManualClock();
  const timing = new TestTiming(clock);
  const chain = await TestChain.create(clock, options);
  const make = () => new RpcServer(() => chain.view);
  const servers: Nodes["servers"] = [make(), make(), make()];
  return {
    clock,
    timing,
    chain,
    servers,
    reader({ count = 3, ...given } = {}) {
      const urls = servers.slice(0, count).map(({ url }) => url);
      const quorum = Math.floor(count / 2) + 1;
      const base = { urls, mint: chain.mint, lpMint: null, quorum, maxPerSecond: 10_000, timeoutMs: 1_500 };
      return new RpcReader({ ...base, ...given }, clock, timing);
    },
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}

/** A false supply in the mint account, at the node's slot or a claimed one. */
export function lieAboutSupply(supply: bigint, slot?: number): NonNullable<RpcServer["lie"]> {
  return (method, result) => {
    if (method !== "getMultipleAccounts") return result;
    const answer = structuredClone(result) as {
      context: { slot: number };
      value: ({ data: [string, string] } | null)[];
    };
    const account = answer.value[0];
    if (account == null) return answer;
    const data = Buffer.from(account.data[0], "base64");
    data.writeBigUInt64LE(supply, 36);
    account.data = [data.toString("base64"), "base64"];
    if (slot !== undefined) answer.context.slot = slot;
    return answer;
  };
}
