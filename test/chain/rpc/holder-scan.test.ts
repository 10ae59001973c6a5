import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { ChainDisagreement, ChainUnavailable, ScanIncomplete } from "../../../src/chain/errors.ts";
import { type Nodes, startNodes } from "../../harness/chain/nodes.ts";
import type { RpcServer } from "../../harness/chain/rpc-server.ts";

let nodes: Nodes;
let zoe: Awaited<ReturnType<Nodes["chain"]["wallet"]>>;
let yan: typeof zoe;

beforeEach(async () => {
  nodes = await startNodes();
  [zoe, yan] = [await nodes.chain.wallet(), await nodes.chain.wallet()];
  await nodes.chain.mintTo(zoe.address, 1_000_000n);
  await nodes.chain.transfer(zoe, yan.address, 250_000n);
});
afterEach(() => nodes.stop());

const scan = (options: Parameters<Nodes["reader"]>[0] = {}) =>
  nodes
    .reader(options)
    .scanHolders({ wallets: [zoe.address], watched: [] }, 0n, new AbortController().signal);

type ScanAnswer = {
  context: { slot: number };
  value: { pubkey: string; account: { data: [string, string] } }[];
};

/** A node that falsifies the accounts of a scan. */
const lying =
  (change: (answer: ScanAnswer) => void): NonNullable<RpcServer["lie"]> =>
  (method, result) => {
    if (method !== "getProgramAccounts") return result;
    const answer = structuredClone(result) as ScanAnswer;
    change(answer);
    return answer;
  };

const setAmount = (account: ScanAnswer["value"][number] | undefined, amount: bigint) => {
  if (account === undefined) throw new Error("no account");
  const data = Buffer.from(account.account.data[0], "base64");
  data.writeBigUInt64LE(amount, 32);
  account.account.data[0] = data.toString("base64");
};

describe("a scan of all accounts", () => {
  test("adds up to the supply, and distinguishes holders", async () => {
    const { value, slot, hosts, disagreements } = await scan();
    expect(value).toMatchObject({
      supply: 1_000_000n,
      accountsSum: 1_000_000n,
      counts: { tokenAccounts: 2, nonZeroAccounts: 2, uniqueOwners: 2 },
      excluding: { tokenAccounts: 1, nonZeroAccounts: 1, uniqueOwners: 1 },
      top: [
        { owner: zoe.address, amount: 750_000n },
        { owner: yan.address, amount: 250_000n },
      ],
    });
    expect([slot, hosts, disagreements]).toEqual([
      BigInt(nodes.chain.slot),
      [nodes.servers[0].host, nodes.servers[1].host],
      [],
    ]);
  });

  test("an empty account counts as an account, not as a holder", async () => {
    await nodes.chain.transfer(yan, zoe.address, 250_000n);
    expect((await scan()).value.counts).toEqual({ tokenAccounts: 2, nonZeroAccounts: 1, uniqueOwners: 1 });
  });
});

describe("a lying minority", () => {
  test("with moved balances and an unchanged sum has no effect", async () => {
    nodes.servers[0].lie = lying(({ value }) => {
      setAmount(value[0], 999_999n);
      setAmount(value[1], 1n);
    });
    expect((await scan()).value.top.map(({ amount }) => amount)).toEqual([750_000n, 250_000n]);
  });

  test("with a missing or invented account has no effect", async () => {
    nodes.servers[1].lie = lying(({ value }) => void value.pop());
    expect((await scan()).value.counts.tokenAccounts).toBe(2);
    const nobody = await nodes.chain.wallet();
    nodes.servers[1].lie = lying(({ value }) => {
      const [first] = value;
      if (first !== undefined) value.push({ ...first, pubkey: nobody.address });
    });
    expect((await scan()).value.counts.tokenAccounts).toBe(2);
  });

  test("of another token is ignored and reported", async () => {
    const made = Array.from({ length: 2_100 }, (_, number) => ({
      pubkey: String(number).padStart(44, "1"),
      account: { data: [Buffer.alloc(40, 1).toString("base64"), "base64"] as [string, string] },
    }));
    nodes.servers[0].lie = lying((answer) => {
      answer.value = made;
    });
    const { value, hosts, disagreements } = await scan();
    expect(value.counts.uniqueOwners).toBe(2);
    expect(hosts).toEqual([nodes.servers[1].host, nodes.servers[2].host]);
    expect(disagreements.map(({ field, values }) => [field, values.map((each) => each.value)])).toEqual([
      ["accounts", ["2100", "2", "2"]],
    ]);
    nodes.servers[1].lie = nodes.servers[0].lie;
    nodes.servers[1].lie = lying((answer) => {
      answer.value = made.map((each) => ({ ...each, pubkey: each.pubkey.replaceAll("1", "2") }));
    });
    await expect(scan()).rejects.toBeInstanceOf(ChainDisagreement);
  });

  test("with a future slot does not block others", async () => {
    nodes.servers[0].lie = lying((answer) => {
      answer.context.slot = 99_999_999;
    });
    expect((await scan()).slot).toBe(BigInt(nodes.chain.slot));
  });
});

describe("incomplete scans", () => {
  test("accounts that do not add up to the supply are not counted", async () => {
    nodes.servers[0].lie = lying(({ value }) => void value.pop());
    await expect(scan({ count: 1 })).rejects.toBeInstanceOf(ScanIncomplete);
    expect(nodes.servers[0].count("getProgramAccounts")).toBe(3);
  });

  test("a supply that changes during the scan is read again", async () => {
    let moved = false;
    const before = nodes.chain.frozen();
    nodes.servers[0].lie = (method, result) => {
      if (method === "getProgramAccounts") moved = true;
      return result;
    };
    nodes.servers[0].view = () => (moved ? nodes.chain.view : before);
    await nodes.chain.mintTo(yan.address, 11n);
    expect((await scan({ count: 1 })).value.supply).toBe(1_000_011n);
  });

  test.each([
    ["is cut off", { kind: "truncated" } as const],
    ["is garbage", { kind: "body", text: "<html>" } as const],
    ["is refused", { kind: "status", status: 429, retryAfter: "9" } as const],
    ["never comes", { kind: "hang" } as const],
  ])("an answer that %s is discarded, and another address is asked", async (_, fault) => {
    const reader = nodes.reader();
    await reader.getMint();
    nodes.servers[0].lie = (method, result) => {
      // Correct until accounts are requested.
      if (method === "getSlot") nodes.servers[0].fault = fault;
      return result;
    };
    await reader.getSlot();
    const { hosts, value } = await reader.scanHolders(
      { wallets: [], watched: [] },
      0n,
      new AbortController().signal,
    );
    expect([value.counts.uniqueOwners, hosts]).toEqual([2, [nodes.servers[1].host, nodes.servers[2].host]]);
  });

  test("with too few remaining addresses there is no count", async () => {
    const reader = nodes.reader();
    await reader.getMint();
    for (const server of nodes.servers.slice(1))
      server.lie = (method, result) => (method === "getProgramAccounts" ? { value: [] } : result);
    await expect(
      reader.scanHolders({ wallets: [], watched: [] }, 0n, new AbortController().signal),
    ).rejects.toBeInstanceOf(ChainUnavailable);
  });

  /** getSlot is asked between two requests to the worker, getMultipleAccounts before the first. */
  test.each(["getProgramAccounts", "getSlot", "getMultipleAccounts"])(
    "a scan that is aborted during %s ends",
    async (during) => {
      const reader = nodes.reader({ timeoutMs: 60_000, count: 1 });
      await reader.getMint();
      const controller = new AbortController();
      nodes.servers[0].lie = (method, result) => {
        if (method === during) controller.abort();
        return result;
      };
      await expect(reader.scanHolders({ wallets: [], watched: [] }, 0n, controller.signal)).rejects.toThrow();
    },
  );
});
