import { describe, expect, test } from "bun:test";
import { isAddress } from "@solana/web3.js";
import { DEMO_MINT, DEMO_TREASURY, DemoReader, demoSignature } from "../../src/chain/demo-reader.ts";
import { encodeBase58, isBase58 } from "../../src/kit/formats/base58.ts";
import { ManualClock } from "../harness/app/clock.ts";

const WALLET = encodeBase58(new Uint8Array(32).fill(7));

describe("the demo chain", () => {
  test("its mint has a fixed address, 9 decimals and supply", async () => {
    const mint = await new DemoReader(new ManualClock()).getMint();
    expect(mint).toMatchObject({ address: DEMO_MINT, decimals: 9, supply: 10n ** 18n });
    expect([isAddress(DEMO_MINT), isAddress(DEMO_TREASURY)]).toEqual([true, true]);
  });

  test("holdings depend only on the address", async () => {
    const clock = new ManualClock();
    const first = await new DemoReader(clock).getWallet(WALLET);
    expect(await new DemoReader(clock).getWallet(WALLET)).toEqual(first);
    const other = await new DemoReader(clock).getWallet(encodeBase58(new Uint8Array(32).fill(8)));
    expect(other.tokenAmount).not.toBe(first.tokenAmount);
    expect(first).toMatchObject({ address: WALLET, tokenDecimals: 9, lpDecimals: 6 });
    expect(isAddress(first.lpMint ?? "")).toBe(true);
  });

  test("a slot lasts 400 ms", async () => {
    const clock = new ManualClock();
    const reader = new DemoReader(clock);
    const { slot } = await reader.getMint();
    clock.advance(4_000);
    expect((await reader.getWallet(WALLET)).slot).toBe(slot + 10n);
  });

  test("a recorded transfer can be found permanently by its signature, in a block after its recording", async () => {
    const clock = new ManualClock();
    const reader = new DemoReader(clock);
    const signature = demoSignature("conversion:1");
    expect(await reader.getTokenTransfers(signature)).toBeNull();
    const transfers = [{ mint: DEMO_MINT, from: DEMO_TREASURY, to: WALLET, amount: 5n }];
    const recorded = reader.recordTransfer(signature, transfers);
    expect(recorded.blockTime).toBeGreaterThan(clock.now());
    expect(recorded.blockTime).toBeLessThanOrEqual(clock.now() + 400);
    expect(recorded.slot).toBe((await reader.getMint()).slot + 1n);
    clock.advance(60_000);
    expect(reader.recordTransfer(signature, [])).toEqual(recorded);
    expect(await reader.getTokenTransfers(signature)).toEqual(recorded);
  });

  test("a demo signature has the format of a signature and identifies the payment", () => {
    expect(isBase58(demoSignature("conversion:1"), 64)).toBe(true);
    expect(demoSignature("conversion:1")).toBe(demoSignature("conversion:1"));
    expect(demoSignature("conversion:1")).not.toBe(demoSignature("conversion:2"));
  });
});
