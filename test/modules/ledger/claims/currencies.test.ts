import { afterEach, describe, expect, test } from "bun:test";
import { DEMO_MINT, DEMO_TREASURY, DemoReader, demoSignature } from "../../../../src/chain/demo-reader.ts";
import { parseConfig } from "../../../../src/compose/config.ts";
import { settleClaim, settleClaimByDemoTransfer } from "../../../../src/modules/ledger/claims/index.ts";
import { type ClaimWorld, createClaimWorld, OPERATOR, WALLET } from "./fixture.ts";

/** Each currency is paid and verified in itself (contract section 8). */

let world: ClaimWorld;

const SIGNATURE = demoSignature("a payment");
const settle = (id: number) => {
  const { live, treasury } = world.services;
  return settleClaim({ live, treasury }, OPERATOR, { id, signature: SIGNATURE, now: world.clock.now() });
};
const settleByDemo = (id: number) => {
  const { live, treasury } = world.services;
  return settleClaimByDemoTransfer({ live, treasury }, OPERATOR, { id, now: world.clock.now() });
};

function pay(mint: string, amount: bigint): void {
  const { chain } = world.services;
  if (!(chain instanceof DemoReader)) throw new Error("this world has no demo chain");
  chain.recordTransfer(SIGNATURE, [{ mint, from: DEMO_TREASURY, to: WALLET, amount }]);
}

async function claimed(currency: string): Promise<number> {
  const { status, json } = await world.issueToken({ currency });
  expect(status).toBe(201);
  await world.take(json.claim_code, { wallet_address: WALLET });
  return json.claim_id;
}

describe("a claim", () => {
  afterEach(() => world.close());

  test("in a currency that is not configured is 400 currency_not_supported, naming those that are", async () => {
    world = await createClaimWorld();
    for (const currency of ["EUR", "STAR", "ABCDEFGH10"]) {
      const { status, json } = await world.issueToken({ currency });
      expect([status, json.error, json.details[0].field]).toEqual([
        400,
        "currency_not_supported",
        "currency",
      ]);
      expect(json.message).toContain("SALUTES, USDC, SOL, TOKEN");
    }
    expect(world.rows("SELECT id FROM donation_claims")).toEqual([]);
  });

  test("TOKEN_SYMBOL names the token, CLAIM_CURRENCIES further ones", async () => {
    world = await createClaimWorld({ TOKEN_SYMBOL: "STAR", CLAIM_CURRENCIES: `BONK:${WALLET}` });
    for (const [currency, expected] of [
      ["STAR", 201],
      ["BONK", 201],
      ["SOL", 201],
      ["TOKEN", 400],
      ["USDC", 400],
    ] as const)
      expect([currency, (await world.issueToken({ currency })).status]).toEqual([currency, expected]);
  });

  test.each(["SOL", "USDC", "TOKEN"])(
    "in %s is settled by a payment in it, and by no other",
    async (currency) => {
      world = await createClaimWorld();
      const id = await claimed(currency);
      const [{ mint } = { mint: "" }] = world.rows<{ mint: string }>("SELECT mint FROM donation_claims");
      expect(mint).toBe(
        { SOL: "demo:SOL", USDC: "demo:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", TOKEN: DEMO_MINT }[
          currency
        ] ?? "",
      );
      world.clock.advance(60_000);
      pay(currency === "TOKEN" ? "demo:SOL" : DEMO_MINT, 3_000_000_000n);
      await expect(settle(id)).rejects.toThrow("moves none of the mint");
      expect((await settleByDemo(id)).state).toBe("redeemed");
    },
  );
});

test.each([
  ["TOKEN_SYMBOL", "SALUTES"],
  ["TOKEN_SYMBOL", "x"],
  ["CLAIM_CURRENCIES", "USDC"],
  ["CLAIM_CURRENCIES", "USDC:nowhere"],
  ["CLAIM_CURRENCIES", `SOL:${WALLET}`],
])("%s=%s stops the start, naming it", (variable, value) => {
  expect(() => parseConfig({ [variable]: value })).toThrow(variable);
});
