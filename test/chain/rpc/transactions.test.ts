import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type Nodes, startNodes } from "../../harness/chain/nodes.ts";

let nodes: Nodes;
let zoe: Awaited<ReturnType<Nodes["chain"]["wallet"]>>;
let yan: typeof zoe;

beforeEach(async () => {
  nodes = await startNodes();
  [zoe, yan] = [await nodes.chain.wallet(), await nodes.chain.wallet()];
  await nodes.chain.mintTo(zoe.address, 1_000_000n);
  await nodes.chain.mintTo(yan.address, 1_000_000n);
});
afterEach(() => nodes.stop());

const both = async (signature: string) => {
  const reader = nodes.reader();
  return {
    delta: (await reader.getMovement(signature))?.delta,
    transfers: (await reader.getTokenTransfers(signature))?.transfers,
  };
};
const move = (from: string | null, to: string | null, amount: bigint) => ({
  mint: nodes.chain.mint,
  from,
  to,
  amount,
});

describe("movements of real transactions", () => {
  test("a transfer: the received amount, from owner to owner", async () => {
    expect(await both(await nodes.chain.transfer(zoe, yan.address, 7n))).toEqual({
      delta: 7n,
      transfers: [move(zoe.address, yan.address, 7n)],
    });
  });

  test("an issue has no sender; a burn has no recipient and is negative", async () => {
    expect(await both(await nodes.chain.mintTo(zoe.address, 5n))).toEqual({
      delta: 5n,
      transfers: [move(null, zoe.address, 5n)],
    });
    expect(await both(await nodes.chain.burn(zoe, 3n))).toEqual({
      delta: -3n,
      transfers: [move(zoe.address, null, 3n)],
    });
  });

  test("a transfer returned in the same transaction is no payment", async () => {
    const there = await nodes.chain.transferInstruction(zoe, yan.address, 100n);
    const back = await nodes.chain.transferInstruction(yan, zoe.address, 100n);
    expect(await both(await nodes.chain.send([there, back]))).toEqual({ delta: 0n, transfers: [] });
    const partly = await nodes.chain.transferInstruction(yan, zoe.address, 60n);
    expect(await both(await nodes.chain.send([there, partly]))).toEqual({
      delta: 40n,
      transfers: [move(zoe.address, yan.address, 40n)],
    });
  });

  test("a transfer passing through a wallet does not pay it", async () => {
    const xia = await nodes.chain.wallet();
    await nodes.chain.mintTo(xia.address, 1n);
    const through = await nodes.chain.transferInstruction(zoe, yan.address, 100n);
    const on = await nodes.chain.transferInstruction(yan, xia.address, 100n);
    const { delta, transfers } = await both(await nodes.chain.send([through, on]));
    expect(delta).toBe(100n);
    expect(transfers?.some(({ to }) => to === yan.address)).toBe(false);
  });

  test("failed and missing transactions move and settle nothing", async () => {
    const failed = await nodes.chain.transfer(zoe, yan.address, 10n ** 15n);
    expect(nodes.chain.history.at(-1)?.failed).toBe(true);
    expect(await both(failed)).toEqual({ delta: undefined, transfers: undefined });
    expect(await both("5".repeat(87))).toEqual({ delta: undefined, transfers: undefined });
  });

  test("slot and time are those of the block", async () => {
    const signature = await nodes.chain.transfer(zoe, yan.address, 7n);
    expect(await nodes.reader().getTokenTransfers(signature)).toMatchObject({
      slot: BigInt(nodes.chain.slot),
      blockTime: nodes.clock.now(),
    });
  });
});
