import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { DEMO_MINT, DEMO_TREASURY, demoSignature } from "../../../../src/chain/demo-reader.ts";
import { ChainUnavailable } from "../../../../src/chain/errors.ts";
import type { TokenTransfer } from "../../../../src/chain/transactions.ts";
import type { Problem } from "../../../../src/http/answers/problem.ts";
import {
  failConversion,
  listConversions,
  settleByDemoTransfer,
  settleConversion,
} from "../../../../src/modules/ledger/conversions/index.ts";
import { listAudit } from "../../../../src/modules/platform/audit/index.ts";
import { switchSafeMode } from "../../../../src/modules/platform/state/index.ts";
import { type ConversionWorld, createConversionWorld, OPERATOR, OTHER_WALLET, WALLET } from "./fixture.ts";

const SIGNATURE = demoSignature("a payment");
const PAYMENT: TokenTransfer = { mint: DEMO_MINT, from: DEMO_TREASURY, to: WALLET, amount: 3_000_000_000n };
let world: ConversionWorld;

beforeEach(async () => {
  world = await createConversionWorld();
});

afterEach(() => world.close());

const settle = (id: number, signature = SIGNATURE) =>
  settleConversion(world.services, OPERATOR, { id, signature });
const settleByDemo = (id: number) => settleByDemoTransfer(world.services, OPERATOR, id);
const pay = (change: Partial<TokenTransfer> = {}, signature = SIGNATURE) =>
  world.demo().recordTransfer(signature, [{ ...PAYMENT, ...change }]);
const stateOf = (id: number) =>
  listConversions(world.services.live.read, null).find((each) => each.conversion_id === id);

async function expectRefused(work: Promise<unknown>, code: string, words: string): Promise<void> {
  const refusal = (await work.then(
    () => new Error("nothing refused it"),
    (error) => error,
  )) as Problem;
  expect([refusal.code as string, refusal.message]).toEqual([code, expect.stringContaining(words)]);
}

async function expectStillPending(id: number): Promise<void> {
  expect(stateOf(id)).toMatchObject({
    state: "pending_settlement",
    settlement_signature: null,
    resolved_at: null,
  });
  expect(world.rows("SELECT * FROM settlement_signatures")).toEqual([]);
  expect(world.eventsOf("salutes.conversion_settled")).toEqual([]);
  expect(await world.balance()).toBe(700);
}

describe("settling a conversion", () => {
  test("by its payment: the state, the signature, the event and the audit trail say so; no salutes move", async () => {
    const id = await world.pending();
    world.clock.advance(60_000);
    const { slot } = pay();
    await settle(id);
    expect(stateOf(id)).toMatchObject({
      state: "settled",
      settlement_signature: SIGNATURE,
      failure_reason: null,
      resolved_at: "2026-11-21T10:01:00.000Z",
    });
    expect(world.rows("SELECT signature, pays_for FROM settlement_signatures")).toEqual([
      { signature: SIGNATURE, pays_for: `conversion:${id}` },
    ]);
    expect(world.eventsOf("salutes.conversion_settled")).toMatchObject([
      {
        conversion_id: id,
        external_id: "zoe",
        state: "settled",
        token_amount: "3",
        settlement_signature: SIGNATURE,
      },
    ]);
    expect(listAudit(world.services.live.read, 1)).toMatchObject([
      {
        actor_kind: "operator",
        actor: "ops",
        action: "conversion.settle",
        subject: `conversion:${id}`,
        details: { signature: SIGNATURE, slot: String(slot), wallet_address: WALLET },
      },
    ]);
    expect(await world.balance()).toBe(700);
  });

  test("by a demo transfer, at once", async () => {
    const id = await world.pending();
    const settled = await settleByDemo(id);
    expect(settled).toMatchObject({
      state: "settled",
      settlement_signature: demoSignature(`conversion:${id}`),
    });
  });

  test.each([
    ["another mint", { mint: OTHER_WALLET }, "moves none of the mint"],
    ["another wallet", { to: OTHER_WALLET }, "moves nothing to the wallet"],
    ["too little", { amount: 2_999_999_999n }, "moves 2.999999999 tokens, too little: 3 are due"],
    ["a wallet that is no treasury wallet", { from: OTHER_WALLET }, "from a treasury wallet"],
  ])("refuses a transaction of %s", async (_, change, words) => {
    const id = await world.pending();
    pay(change);
    await expectRefused(settle(id), "state_conflict", words);
    await expectStillPending(id);
  });

  test("refuses a transaction that is older than the request", async () => {
    pay();
    world.clock.advance(60_000);
    const id = await world.pending();
    await expectRefused(settle(id), "state_conflict", "is too old");
    await expectStillPending(id);
  });

  test("refuses a signature that no finalized transaction bears", async () => {
    const id = await world.pending();
    await expectRefused(settle(id), "state_conflict", "no finalized, successful transaction");
    await expectStillPending(id);
  });

  test.each([["nonsense"], [WALLET], [`${SIGNATURE}1`], [""]])(
    "refuses %p, which is no signature",
    async (text) => {
      const id = await world.pending();
      await expectRefused(settle(id, text), "invalid_payload", "signature");
      await expectStillPending(id);
    },
  );

  test("refuses a transaction that paid another conversion, whose it stays", async () => {
    const [first, second] = [await world.pending(), await world.pending()];
    pay({ amount: 6_000_000_000n });
    await settle(first);
    await expectRefused(settle(second), "state_conflict", `pays for conversion:${first}`);
    expect([stateOf(first)?.state, stateOf(second)?.state]).toEqual(["settled", "pending_settlement"]);
  });

  test("refuses a transaction that paid a claim", async () => {
    const id = await world.pending();
    pay();
    await world.services.live.writer.run((tx) =>
      tx.run("INSERT INTO settlement_signatures VALUES (?, 'claim:9', 0)", SIGNATURE),
    );
    await expectRefused(settle(id), "state_conflict", "pays for claim:9");
    expect(stateOf(id)?.state).toBe("pending_settlement");
  });

  test("one transaction for two conversions at once settles one", async () => {
    const ids = [await world.pending(), await world.pending()];
    pay();
    const outcomes = await Promise.allSettled(ids.map((id) => settle(id)));
    expect(outcomes).toMatchObject([
      { status: "fulfilled" },
      { status: "rejected", reason: { code: "state_conflict" } },
    ]);
    expect(ids.map((id) => stateOf(id)?.state).sort()).toEqual(["pending_settlement", "settled"]);
  });

  test("one conversion by two transactions at once is settled by one, and the other stays free", async () => {
    const id = await world.pending();
    pay();
    pay({}, demoSignature("a second payment"));
    const outcomes = await Promise.allSettled([settle(id), settle(id, demoSignature("a second payment"))]);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(world.rows("SELECT signature FROM settlement_signatures")).toHaveLength(1);
    expect(world.eventsOf("salutes.conversion_settled")).toHaveLength(1);
  });

  test("only a pending one: neither settled nor failed ones again, nor one that is not there", async () => {
    const [settled, failed] = [await world.pending(), await world.pending()];
    await settleByDemo(settled);
    await world.services.live.writer.run((tx) =>
      failConversion(tx, OPERATOR, { id: failed, reason: "no funds" }),
    );
    pay();
    await expectRefused(settle(settled), "state_conflict", "it is settled");
    await expectRefused(settle(failed), "state_conflict", "it is failed");
    await expectRefused(settleByDemo(failed), "state_conflict", "it is failed");
    await expectRefused(settle(999), "not_found", "no conversion 999");
  });

  test("a suspended user's conversion is settled all the same", async () => {
    const id = await world.pending();
    await world.services.live.writer.run((tx) => tx.run("UPDATE users SET status = 'suspended'"));
    expect((await settleByDemo(id)).state).toBe("settled");
  });

  test("not in safe mode: what a backup brought back may have been paid since", async () => {
    const id = await world.pending();
    await world.services.live.writer.run((tx) => switchSafeMode(tx, OPERATOR, "restored"));
    await expectRefused(settleByDemo(id), "safe_mode", "restored");
    expect(stateOf(id)?.state).toBe("pending_settlement");
  });

  test("503 rpc_unavailable where the chain cannot be read; the signature stays free", async () => {
    const id = await world.pending();
    pay();
    const read = spyOn(world.demo(), "getTokenTransfers").mockRejectedValue(new ChainUnavailable("down"));
    await expectRefused(settle(id), "rpc_unavailable", "cannot be read now");
    await expectStillPending(id);
    read.mockRestore();
    expect((await settle(id)).state).toBe("settled");
  });

  test("503 rpc_unavailable where no chain is configured; a demo transfer is refused there", async () => {
    const id = await world.pending();
    const none = { chain: null, wallets: [DEMO_TREASURY] };
    const { live } = world.services;
    await expectRefused(
      settleConversion({ live, treasury: none }, OPERATOR, { id, signature: SIGNATURE }),
      "rpc_unavailable",
      "no chain is configured",
    );
    await expectRefused(
      settleByDemoTransfer({ live, treasury: none }, OPERATOR, id),
      "state_conflict",
      "only the demo chain",
    );
    await expectStillPending(id);
  });

  test("refuses a conversion of another mint on the demo chain, whatever that records", async () => {
    const id = await world.pending();
    await world.services.live.writer.run((tx) => tx.run("UPDATE conversions SET mint = ?", OTHER_WALLET));
    await expectRefused(settleByDemo(id), "state_conflict", `due in the mint ${OTHER_WALLET}`);
    await expectStillPending(id);
  });

  test("refuses where no treasury wallet is configured", async () => {
    const id = await world.pending();
    pay();
    const treasury = { chain: world.demo(), wallets: [] };
    await expectRefused(
      settleConversion({ live: world.services.live, treasury }, OPERATOR, { id, signature: SIGNATURE }),
      "state_conflict",
      "Set TREASURY_WALLETS",
    );
    await expectStillPending(id);
  });
});
