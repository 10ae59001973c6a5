import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { DEMO_MINT, DEMO_TREASURY, DemoReader, demoSignature } from "../../../../src/chain/demo-reader.ts";
import type { Problem } from "../../../../src/http/answers/problem.ts";
import { settleClaim, settleClaimByDemoTransfer } from "../../../../src/modules/ledger/claims/index.ts";
import { listAudit } from "../../../../src/modules/platform/audit/index.ts";
import { switchSafeMode } from "../../../../src/modules/platform/state/index.ts";
import { type ClaimWorld, createClaimWorld, OPERATOR, OTHER_WALLET, WALLET } from "./fixture.ts";

const SIGNATURE = demoSignature("a payment");
let world: ClaimWorld;

beforeEach(async () => {
  world = await createClaimWorld();
});

afterEach(() => world.close());

function demo(): DemoReader {
  const { chain } = world.services;
  if (chain instanceof DemoReader) return chain;
  throw new Error("this world has no demo chain");
}

/** A claim of 3 USDC that waits for its payment. */
async function claimed(body: object = {}): Promise<{ id: number; code: string }> {
  const { json } = await world.issueToken(body);
  await world.take(json.claim_code, { wallet_address: WALLET });
  return { id: json.claim_id, code: json.claim_code };
}

const settle = (id: number, signature = SIGNATURE) => {
  const { live, treasury } = world.services;
  return settleClaim({ live, treasury }, OPERATOR, { id, signature, now: world.clock.now() });
};
const settleByDemo = (id: number) => {
  const { live, treasury } = world.services;
  return settleClaimByDemoTransfer({ live, treasury }, OPERATOR, { id, now: world.clock.now() });
};
const pay = (amount = 3_000_000_000n, to = WALLET, signature = SIGNATURE) =>
  demo().recordTransfer(signature, [{ mint: DEMO_MINT, from: DEMO_TREASURY, to, amount }]);

async function expectRefused(work: Promise<unknown>, code: string, words: string): Promise<void> {
  const refusal = (await work.then(
    () => new Error("nothing refused it"),
    (error) => error,
  )) as Problem;
  expect([refusal.code as string, refusal.message]).toEqual([code, expect.stringContaining(words)]);
}

describe("settling a claim", () => {
  test("by its payment: redeemed, the signature kept, the event and the trail say so; no salutes move", async () => {
    const { id, code } = await claimed();
    world.clock.advance(60_000);
    const { slot } = pay();
    await settle(id);
    expect((await world.read(code)).json).toMatchObject({
      status: "redeemed",
      settlement_signature: SIGNATURE,
      resolved_at: "2026-11-21T10:01:00.000Z",
      ledger_entry_id: null,
    });
    expect(world.rows("SELECT signature, pays_for FROM settlement_signatures")).toEqual([
      { signature: SIGNATURE, pays_for: `claim:${id}` },
    ]);
    expect(world.lastEvent("donation.claim_redeemed")).toMatchObject({
      claim_id: id,
      settlement_signature: SIGNATURE,
      status: "redeemed",
    });
    expect(listAudit(world.services.live.read, 1)).toMatchObject([
      {
        action: "claim.settle",
        subject: `claim:${id}`,
        details: { signature: SIGNATURE, slot: String(slot), wallet_address: WALLET },
      },
    ]);
    expect((await world.open(code)).text).toContain(SIGNATURE);
    expect(await world.balance()).toBe(0);
  });

  test("by a demo transfer, at once", async () => {
    const { id } = await claimed();
    expect(await settleByDemo(id)).toMatchObject({
      state: "redeemed",
      settlement_signature: demoSignature(`claim:${id}`),
    });
  });

  test("the smallest amount is due in full", async () => {
    const { id } = await claimed({ amount: "0.000000002" });
    pay(1n);
    await expectRefused(settle(id), "state_conflict", "too little: 0.000000002 are due");
    pay(2n, WALLET, demoSignature("enough"));
    expect((await settle(id, demoSignature("enough"))).state).toBe("redeemed");
  });

  test("refuses too little, another wallet, and a payment older than the address", async () => {
    const { json } = await world.issueToken();
    const early = demoSignature("early");
    pay(3_000_000_000n, WALLET, early);
    world.clock.advance(60_000);
    await world.take(json.claim_code, { wallet_address: WALLET });
    await expectRefused(settle(json.claim_id, early), "state_conflict", "is too old");
    pay(2_999_999_999n);
    await expectRefused(settle(json.claim_id), "state_conflict", "too little");
    const astray = demoSignature("astray");
    pay(3_000_000_000n, OTHER_WALLET, astray);
    await expectRefused(settle(json.claim_id, astray), "state_conflict", "nothing to the wallet");
    await expectRefused(settle(json.claim_id, "nonsense"), "invalid_payload", "signature");
    expect((await world.read(json.claim_code)).json.status).toBe("claimed");
    expect(world.rows("SELECT * FROM settlement_signatures")).toEqual([]);
  });

  test("one transaction pays one claim, two at once too, and none that a conversion was settled by", async () => {
    const [first, second] = [await claimed(), await claimed()];
    pay(6_000_000_000n);
    const outcomes = await Promise.allSettled([settle(first.id), settle(second.id)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const taken = demoSignature("of a conversion");
    pay(3_000_000_000n, WALLET, taken);
    await world.services.live.writer.run((tx) =>
      tx.run("INSERT INTO settlement_signatures VALUES (?, 'conversion:9', 0)", taken),
    );
    await expectRefused(settle(second.id, taken), "state_conflict", "pays for conversion:9");
  });

  test("one claim by two transactions at once is settled by one, and the other stays free", async () => {
    const { id } = await claimed();
    const other = demoSignature("a second payment");
    pay();
    pay(3_000_000_000n, WALLET, other);
    const outcomes = await Promise.allSettled([settle(id), settle(id, other)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(world.rows("SELECT signature FROM settlement_signatures")).toHaveLength(1);
  });

  test("only a claimed one: not issued, redeemed, cancelled or unknown ones, nor salutes", async () => {
    const { json: issued } = await world.issueToken();
    await expectRefused(settleByDemo(issued.claim_id), "state_conflict", "Wait until the recipient");
    const { id } = await claimed();
    await settleByDemo(id);
    await expectRefused(settleByDemo(id), "state_conflict", "it is redeemed");
    const { json: salutes } = await world.issue();
    await expectRefused(settleByDemo(salutes.claim_id), "state_conflict", "Wait until the recipient");
    await world.take(salutes.claim_code);
    await expectRefused(settleByDemo(salutes.claim_id), "state_conflict", "it is redeemed");
    await world.cancel(issued.claim_code);
    await expectRefused(settleByDemo(issued.claim_id), "state_conflict", "it is cancelled");
    await expectRefused(settleByDemo(99), "not_found", "no claim 99");
  });

  test("not in safe mode, not without a chain, not on the demo chain what is due on another", async () => {
    const { id } = await claimed();
    const { live } = world.services;
    const none = { chain: null, wallets: [DEMO_TREASURY] };
    const now = world.clock.now();
    await expectRefused(
      settleClaim({ live, treasury: none }, OPERATOR, { id, signature: SIGNATURE, now }),
      "rpc_unavailable",
      "no chain",
    );
    await expectRefused(
      settleClaimByDemoTransfer({ live, treasury: none }, OPERATOR, { id, now }),
      "state_conflict",
      "only the demo chain",
    );
    await live.writer.run((tx) => tx.run("UPDATE donation_claims SET mint = ?", OTHER_WALLET));
    await expectRefused(settleByDemo(id), "state_conflict", `due in the mint ${OTHER_WALLET}`);
    await live.writer.run((tx) => tx.run("UPDATE donation_claims SET mint = NULL"));
    await expectRefused(settleByDemo(id), "state_conflict", "not due on the demo chain");
    await live.writer.run((tx) => switchSafeMode(tx, OPERATOR, "restored"));
    await expectRefused(settleByDemo(id), "safe_mode", "restored");
  });
});
