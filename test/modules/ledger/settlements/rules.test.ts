import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { TokenTransfer } from "../../../../src/chain/transactions.ts";
import { type DuePayment, paymentFault } from "../../../../src/modules/ledger/settlements/rules.ts";

const REQUESTED = Date.UTC(2026, 10, 21, 10);
const due: DuePayment = {
  paysFor: "claim:1",
  mint: "mint",
  decimals: 2,
  amount: 500n,
  wallet: "wallet",
  requestedAt: REQUESTED,
};
const right: TokenTransfer = { mint: "mint", from: "treasury", to: "wallet", amount: 500n };
const TREASURY = ["treasury", "vault"];

const faultOf = (transfers: TokenTransfer[], blockTime = REQUESTED + 1) =>
  paymentFault({ slot: 1n, blockTime, transfers }, due, TREASURY);

describe("what pays", () => {
  test("the amount due, or more, from a treasury wallet to the recorded wallet after the request", () => {
    expect(faultOf([right])).toBeNull();
    expect(faultOf([{ ...right, amount: 501n }])).toBeNull();
  });

  test("the sum of matching transfers, from any of the treasury wallets", () => {
    const [half, other] = [
      { ...right, amount: 250n },
      { ...right, amount: 250n, from: "vault" },
    ];
    expect(faultOf([half, other])).toBeNull();
    expect(faultOf([half, { ...other, from: "stranger" }])).toContain("too little: 5 are due");
    expect(faultOf([half, { ...other, mint: "other" }])).toContain("moves 2.5 tokens");
    expect(faultOf([half, { ...other, to: "stranger" }])).toContain("moves 2.5 tokens");
  });

  test.each([
    ["a block of the request's own time", [right], REQUESTED, "is too old"],
    ["a block before the request", [right], REQUESTED - 60_000, "is too old"],
    ["no transfer", [], undefined, "moves none of the mint mint"],
    ["another mint", [{ ...right, mint: "other" }], undefined, "moves none of the mint mint"],
    ["another wallet", [{ ...right, to: "stranger" }], undefined, "moves nothing to the wallet wallet"],
    ["a burn", [{ ...right, to: null }], undefined, "moves nothing to the wallet wallet"],
    ["a stranger's payment", [{ ...right, from: "stranger" }], undefined, "from a treasury wallet"],
    ["an issue of the mint", [{ ...right, from: null }], undefined, "from a treasury wallet"],
    ["too little", [{ ...right, amount: 499n }], undefined, "moves 4.99 tokens, too little: 5 are due"],
  ])("not %s", (_, transfers, blockTime, words) => {
    expect(faultOf(transfers, blockTime)).toContain(words);
  });

  test("not what a wallet that is a treasury wallet itself sends to itself", () => {
    const self = { ...right, from: "wallet" };
    expect(
      paymentFault({ slot: 1n, blockTime: REQUESTED + 1, transfers: [self] }, due, ["wallet"]),
    ).toContain("moves nothing to the wallet");
  });

  test("exactly where the matching transfers reach the amount, whatever else a transaction moves", () => {
    const name = fc.constantFrom("mint", "treasury", "vault", "wallet", "stranger");
    const transfer = fc.record({
      mint: name,
      from: fc.option(name),
      to: fc.option(name),
      amount: fc.bigInt({ min: 0n, max: 400n }),
    });
    fc.assert(
      fc.property(fc.array(transfer, { maxLength: 20 }), (transfers) => {
        let paid = 0n;
        for (const { mint, from, to, amount } of transfers)
          if (mint === "mint" && to === "wallet" && (from === "treasury" || from === "vault")) paid += amount;
        expect(faultOf(transfers) === null).toBe(paid >= due.amount);
      }),
    );
  });
});
