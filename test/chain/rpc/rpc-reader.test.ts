import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { ChainDisagreement, ChainUnavailable, WrongMint } from "../../../src/chain/errors.ts";
import { lieAboutSupply, type Nodes, startNodes } from "../../harness/chain/nodes.ts";
import { type Fault, RpcServer } from "../../harness/chain/rpc-server.ts";

let nodes: Nodes;
let zoe: Awaited<ReturnType<Nodes["chain"]["wallet"]>>;
let yan: typeof zoe;

beforeEach(async () => {
  nodes = await startNodes();
  [zoe, yan] = [await nodes.chain.wallet(), await nodes.chain.wallet()];
  await nodes.chain.mintTo(zoe.address, 1_000_000n);
});
afterEach(() => nodes.stop());

const supplyBy = async (reader = nodes.reader()) => (await reader.getMintState(0n)).value.supply;

describe("an address that fails", () => {
  const faults: [string, Fault, string][] = [
    ["refuses with 429", { kind: "status", status: 429, retryAfter: "7" }, "rate_limited"],
    ["refuses with 500", { kind: "status", status: 500 }, "http_error"],
    ["hangs", { kind: "hang" }, "timeout"],
    ["answers garbage", { kind: "body", text: "<html>no</html>" }, "invalid_answer"],
    [
      "returns JSON that is not an answer",
      { kind: "body", text: '{"jsonrpc":"2.0","id":1}' },
      "invalid_answer",
    ],
    ["answers null", { kind: "body", text: "null" }, "invalid_answer"],
    ["is cut off", { kind: "truncated" }, "invalid_answer"],
    ["returns an error", { kind: "error", code: -32603, message: "sorry" }, "rpc_error"],
    ["is unhealthy", { kind: "error", code: -32005, message: "Node is behind" }, "behind"],
  ];
  test.each(faults)("one that %s is skipped, and its fault has a code", async (_, fault, code) => {
    const [first] = nodes.servers;
    const reader = nodes.reader();
    await reader.getChain();
    first.fault = fault;
    expect(await supplyBy(reader)).toBe(1_000_000n);
    expect(reader.health().map(({ error }) => error)).toEqual([code, null, null] as never);
    expect(Bun.inspect(reader.health())).not.toContain("hush");
  });

  test("one without a listener is skipped", async () => {
    await nodes.servers[0].stop();
    const reader = nodes.reader();
    expect(await supplyBy(reader)).toBe(1_000_000n);
    expect(reader.health()[0]?.error).toBe("connection_error");
  });

  test("it is paused for Retry-After, in seconds or as a date, then asked again", async () => {
    const [first] = nodes.servers;
    const reader = nodes.reader();
    await reader.getChain();
    first.fault = { kind: "status", status: 429, retryAfter: "20" };
    await supplyBy(reader);
    const asked = first.asked.length;
    nodes.timing.advance(19_000);
    await supplyBy(reader);
    expect(first.asked.length).toBe(asked);
    first.fault = null;
    nodes.timing.advance(2_000);
    await supplyBy(reader);
    expect(first.asked.length).toBe(asked + 1);
  });

  test("without Retry-After, the pause doubles each time, up to a minute", async () => {
    const [first] = nodes.servers;
    const reader = nodes.reader({ count: 2, quorum: 1 });
    await reader.getChain();
    first.fault = { kind: "status", status: 500 };
    for (const rest of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
      await supplyBy(reader);
      const asked = first.asked.length;
      nodes.timing.advance(rest - 1);
      await supplyBy(reader);
      expect(first.asked.length).toBe(asked);
      nodes.timing.advance(1);
    }
    first.fault = null;
    await supplyBy(reader);
    expect(reader.health()[0]?.error).toBeNull();
  });

  test("if too few others are left, a short pause is waited for, and one requested by Retry-After is respected", async () => {
    const reader = nodes.reader({ count: 1 });
    const [only] = nodes.servers;
    await reader.getChain();
    only.fault = { kind: "status", status: 429, retryAfter: "2" };
    nodes.timing.onPause = () => {
      only.fault = null;
    };
    expect(await supplyBy(reader)).toBe(1_000_000n);
    expect(nodes.timing.pauses).toEqual([2_000]);
    nodes.timing.onPause = () => undefined;
    only.fault = { kind: "status", status: 429, retryAfter: "600" };
    await expect(supplyBy(reader)).rejects.toBeInstanceOf(ChainUnavailable);
    only.fault = null;
    const asked = only.asked.length;
    await expect(supplyBy(reader)).rejects.toBeInstanceOf(ChainUnavailable);
    expect(only.asked.length).toBe(asked);
    nodes.timing.advance(600_000);
    expect(await supplyBy(reader)).toBe(1_000_000n);
  });
});

describe("too few addresses", () => {
  test("with all of them down there is no answer", async () => {
    for (const server of nodes.servers) server.fault = { kind: "status", status: 503 };
    await expect(supplyBy()).rejects.toBeInstanceOf(ChainUnavailable);
  });

  test("with fewer than the quorum there is no answer, and the reason contains no key", async () => {
    const reader = nodes.reader();
    await reader.getChain();
    nodes.servers[0].fault = { kind: "hang" };
    nodes.servers[2].fault = { kind: "body", text: "" };
    const failed = await reader.getMintState(0n).catch((error: Error) => error);
    expect(failed).toBeInstanceOf(ChainUnavailable);
    expect((failed as Error).message).toContain("1 RPC addresses answered, 2 must");
    expect((failed as Error).message).not.toContain("hush");
  });
});

describe("a lying minority", () => {
  test("does not change a figure, and is reported with its answer", async () => {
    nodes.servers[1].lie = lieAboutSupply(7n);
    const proved = await nodes.reader().getMintState(0n);
    expect(proved.value.supply).toBe(1_000_000n);
    expect(proved.hosts).toEqual([nodes.servers[0].host, nodes.servers[2].host]);
    expect(proved.disagreements).toEqual([
      {
        field: "supply",
        values: [
          { host: nodes.servers[0].host, slot: nodes.chain.slot, value: "1000000" },
          { host: nodes.servers[2].host, slot: nodes.chain.slot, value: "1000000" },
          { host: nodes.servers[1].host, slot: nodes.chain.slot, value: "7" },
        ],
      },
    ]);
    // One attempt and three retries before it counts as a disagreement.
    expect(nodes.servers[0].count("getMultipleAccounts")).toBe(4);
  });

  test("one with a future slot does not make others appear behind", async () => {
    nodes.servers[0].lie = lieAboutSupply(7n, 99_999_999);
    const proved = await nodes.reader().getMintState(0n);
    expect([proved.value.supply, proved.slot]).toEqual([1_000_000n, BigInt(nodes.chain.slot)]);
    const slot = await nodes.reader().getSlot();
    expect(slot.slot).toBe(BigInt(nodes.chain.slot));
  });

  test("without a majority there is no answer, only a report of who answered what", async () => {
    nodes.servers[0].lie = lieAboutSupply(7n);
    nodes.servers[1].lie = lieAboutSupply(8n);
    const failed = await nodes
      .reader()
      .getMintState(0n)
      .catch((error: Error) => error);
    expect(failed).toBeInstanceOf(ChainDisagreement);
    const [found] = (failed as ChainDisagreement).disagreements;
    expect(found?.values.map(({ value }) => value).sort()).toEqual(["1000000", "7", "8"]);
  });

  test("an invented transaction settles nothing; one known to others does", async () => {
    const signature = await nodes.chain.transfer(zoe, yan.address, 250_000n);
    const fake = "5".repeat(87);
    const real = nodes.chain.history.find((each) => each.signature === signature)?.result;
    nodes.servers[0].lie = (method, result) => (method === "getTransaction" ? real : result);
    expect(await nodes.reader().getTokenTransfers(fake)).toBeNull();
    nodes.servers[0].lie = (method, result) => (method === "getTransaction" ? null : result);
    expect((await nodes.reader().getTokenTransfers(signature))?.transfers).toEqual([
      { mint: nodes.chain.mint, from: zoe.address, to: yan.address, amount: 250_000n },
    ]);
  });

  test("with RPC_QUORUM 1, two different answers are no agreement", async () => {
    nodes.servers[1].lie = lieAboutSupply(7n);
    const reader = nodes.reader({ count: 2, quorum: 1 });
    await expect(reader.getMintState(0n)).rejects.toBeInstanceOf(ChainDisagreement);
  });
});

describe("lag", () => {
  test("a lagging address is waited for before it counts as a disagreement", async () => {
    const old = nodes.chain.frozen();
    await nodes.chain.mintTo(zoe.address, 5n);
    let asked = 0;
    nodes.servers[0].view = () => (asked++ < 4 ? old : nodes.chain.view);
    const proved = await nodes.reader().getMintState(0n);
    expect([proved.value.supply, proved.disagreements]).toEqual([1_000_005n, []]);
  });

  test("an answer of a later slot is never replaced by an older one", async () => {
    const old = nodes.chain.frozen();
    await nodes.chain.mintTo(zoe.address, 5n);
    const known = BigInt(nodes.chain.slot);
    for (const server of nodes.servers) server.view = () => old;
    await expect(nodes.reader().getMintState(known)).rejects.toBeInstanceOf(ChainUnavailable);
    // Also not by a node without support for minContextSlot.
    for (const server of nodes.servers) server.view = () => ({ ...old, slot: Number.MAX_SAFE_INTEGER });
    for (const server of nodes.servers)
      server.lie = (_, result) =>
        typeof result === "object" && result !== null && "context" in result
          ? { ...result, context: { slot: old.slot } }
          : result;
    await expect(nodes.reader().getMintState(known)).rejects.toBeInstanceOf(ChainUnavailable);
  });

  test("the slot to sync to has been reached by enough addresses", async () => {
    const old = nodes.chain.frozen();
    await nodes.chain.mintTo(zoe.address, 5n);
    nodes.servers[0].view = () => old;
    expect((await nodes.reader().getSlot()).slot).toBe(BigInt(nodes.chain.slot));
    nodes.servers[1].view = () => old;
    expect((await nodes.reader().getSlot()).slot).toBe(BigInt(old.slot));
  });
});

describe("the right chain", () => {
  test("answers of an address of another chain never count", async () => {
    const other = { ...nodes.chain.view, genesis: "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG" };
    nodes.servers[2].view = () => other;
    nodes.servers[1].fault = { kind: "status", status: 500 };
    const reader = nodes.reader();
    // Genesis: one wrong answer and one missing: no majority.
    await expect(reader.getChain()).rejects.toBeInstanceOf(ChainUnavailable);
    nodes.servers[1].fault = null;
    nodes.timing.advance(60_000);
    expect(await reader.getChain()).toBe(nodes.chain.genesis);
    expect(await supplyBy(reader)).toBe(1_000_000n);
    expect(reader.health()[2]?.error).toBe("wrong_chain");
    expect(nodes.servers[2].count("getMultipleAccounts")).toBe(0);
  });

  test("an address without a mint of a token program is not a mint", async () => {
    await expect(nodes.reader({ mint: zoe.address }).getMintState(0n)).rejects.toBeInstanceOf(WrongMint);
    const account = await nodes.chain.accountOf(zoe.address);
    await expect(nodes.reader({ mint: account }).getMint()).rejects.toBeInstanceOf(WrongMint);
  });
});

describe("load on the addresses", () => {
  test("concurrent identical calls share the requests", async () => {
    const reader = nodes.reader();
    await reader.getMint();
    await reader.getWallet(yan.address);
    const before = nodes.servers.map(({ asked }) => asked.length);
    const all = await Promise.all(Array.from({ length: 50 }, () => reader.getWallet(zoe.address)));
    expect(new Set(all.map(({ tokenAmount }) => tokenAmount))).toEqual(new Set([1_000_000n]));
    const more = nodes.servers.map(({ asked }, index) => asked.length - (before[index] ?? 0));
    // Lamports and token accounts, from a quorum of addresses.
    expect(more).toEqual([2, 2, 0]);
  });

  test("requests of one method to one address are spaced, without delaying other methods", async () => {
    const reader = nodes.reader({ count: 1, maxPerSecond: 4 });
    await reader.getChain();
    const begun = nodes.timing.now();
    await Promise.all(Array.from({ length: 5 }, () => reader.getMintState(0n)));
    expect(nodes.timing.now() - begun).toBeGreaterThanOrEqual(1_000);
    const before = nodes.timing.now();
    await reader.getSlot();
    expect(nodes.timing.now()).toBe(before);
  });
});

describe("readings", () => {
  test("amounts above 2^53 are exact", async () => {
    await nodes.chain.mintTo(yan.address, 18_446_744_073_708_551_615n);
    const reader = nodes.reader();
    expect(await supplyBy(reader)).toBe(18_446_744_073_709_551_615n);
    expect((await reader.getWallet(yan.address)).tokenAmount).toBe(18_446_744_073_708_551_615n);
  });

  test("a wallet's lamports and tokens, and those of a configured pool", async () => {
    const reader = nodes.reader({ lpMint: nodes.chain.mint });
    expect(await reader.getWallet(zoe.address)).toMatchObject({
      lamports: 1_000_000_000n,
      tokenAmount: 1_000_000n,
      tokenDecimals: 6,
      lpMint: nodes.chain.mint,
      lpAmount: 1_000_000n,
      lpDecimals: 6,
    });
    const nobody = await nodes.chain.wallet();
    expect(await nodes.reader().getWallet(nobody.address)).toMatchObject({ tokenAmount: 0n, lpMint: null });
  });

  test("supply and wallets are of the same slot; a wallet may be given as its token account", async () => {
    await nodes.chain.transfer(zoe, yan.address, 400_000n);
    const account = await nodes.chain.accountOf(yan.address);
    const { value } = await nodes.reader().getSupply([zoe.address, account], 0n);
    expect([...value.balances]).toEqual([
      [zoe.address, 600_000n],
      [account, 400_000n],
    ]);
    expect(await nodes.reader().countLargestOwners(0n)).toBe(2);
  });

  test("answers and errors contain only scheme and host of an address", async () => {
    const reader = nodes.reader();
    const proved = await reader.getMintState(0n);
    const all = JSON.stringify([proved.hosts, reader.health()], (_, each) =>
      typeof each === "bigint" ? String(each) : each,
    );
    expect(all).not.toContain("hush");
    expect(proved.hosts[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  test("a node that supports only other methods is not a fault of the reader", async () => {
    const odd = new RpcServer(() => nodes.chain.view);
    const lies: NonNullable<RpcServer["lie"]>[] = [
      () => ({ context: {}, value: [] }),
      (method, result) =>
        method === "getMultipleAccounts" ? { ...(result as object), context: {} } : result,
      (method, result) =>
        method === "getMultipleAccounts" ? { context: { slot: -5 }, value: [null] } : result,
      (method) => (method === "getGenesisHash" ? 5 : null),
      (method) => (method === "getGenesisHash" ? "x" : { context: { slot: 1 }, value: "x" }),
      (method) =>
        method === "getGenesisHash" ? "x" : { context: { slot: 1 }, value: [{ data: ["AA==", "base64"] }] },
    ];
    for (const lie of lies) {
      odd.lie = lie;
      const reader = nodes.reader({ urls: [odd.url], quorum: 1 });
      await expect(reader.getMintState(0n)).rejects.toBeInstanceOf(ChainUnavailable);
    }
    await odd.stop();
  });
});
