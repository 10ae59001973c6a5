import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type DuePayment, verifyPayment } from "../../../../src/modules/ledger/settlements/index.ts";
import { startTokenWorld, type TokenWorld } from "../../../harness/chain/token-world.ts";

let at: TokenWorld;
beforeEach(async () => {
  at = await startTokenWorld();
});
afterEach(() => at.stop());

const due = (amount: bigint): DuePayment => ({
  paysFor: "conversion:1",
  mint: at.chain.mint,
  decimals: 6,
  amount,
  wallet: at.zoe.address,
  requestedAt: at.world.clock.now() - 1_000,
});
const verify = (signature: string, payment = due(1_000_000n)) =>
  verifyPayment(at.world.services, payment, signature);

describe("a settlement over RPC", () => {
  test("is proved by the real transaction that paid it", async () => {
    const signature = await at.chain.transfer(at.treasury, at.zoe.address, 1_000_000n);
    expect(await verify(signature)).toEqual({
      paysFor: "conversion:1",
      signature,
      slot: BigInt(at.chain.slot),
      blockTime: at.world.clock.now(),
    });
  });

  test("is not proved by too little, by a failed transfer, by one from elsewhere, or by one that nobody made", async () => {
    const little = await at.chain.transfer(at.treasury, at.zoe.address, 999_999n);
    await expect(verify(little)).rejects.toThrow("too little");
    const failed = await at.chain.transfer(at.treasury, at.zoe.address, 10n ** 15n);
    await expect(verify(failed)).rejects.toThrow("no finalized, successful transaction");
    const elsewhere = await at.chain.transfer(at.reserve, at.zoe.address, 1_000_000n);
    await expect(verify(elsewhere)).rejects.toThrow("from a treasury wallet");
    await expect(verify("5".repeat(87))).rejects.toThrow("no finalized, successful transaction");
  });

  test("is not proved by a liar, and waits where too few addresses answer", async () => {
    const signature = await at.chain.transfer(at.zoe, at.treasury.address, 1n);
    const real = await at.chain.transfer(at.treasury, at.zoe.address, 1_000_000n);
    const paid = at.chain.history.find((each) => each.signature === real)?.result;
    at.servers[0].lie = (method, result) => (method === "getTransaction" ? paid : result);
    await expect(verify(signature)).rejects.toThrow("moves nothing");
    for (const server of at.servers.slice(1)) server.fault = { kind: "status", status: 503 };
    await expect(verify(real)).rejects.toMatchObject({ code: "rpc_unavailable" });
  });
});
