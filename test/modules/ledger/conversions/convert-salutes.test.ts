import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { DEMO_MINT } from "../../../../src/chain/demo-reader.ts";
import { ChainUnavailable } from "../../../../src/chain/errors.ts";
import { failConversion } from "../../../../src/modules/ledger/conversions/index.ts";
import {
  type ConversionWorld,
  createConversionWorld,
  credit,
  OPERATOR,
  OTHER_WALLET,
  WALLET,
} from "./fixture.ts";

const DAY_MS = 24 * 3_600_000;
let world: ConversionWorld;

beforeEach(async () => {
  world = await createConversionWorld();
});

afterEach(() => world.close());

/** Whatever refused it: no entry, no conversion, no event. */
async function expectNothingChanged(balance = 1_000): Promise<void> {
  expect(await world.balance()).toBe(balance);
  expect(world.rows("SELECT id FROM ledger_entries")).toHaveLength(1);
  expect(world.rows("SELECT id FROM conversions")).toEqual([]);
  expect(world.eventsOf("salutes.converted")).toEqual([]);
}

describe("POST /api/salutes/convert", () => {
  test("201: takes the salutes, promises the tokens, and tells both in events", async () => {
    await world.setPolicy({ salutes_per_token: "7", fee_pct: "1.5" });
    const answer = await world.convert({ user_id: "ext:zoe" }, { idempotencyKey: "swap-1" });
    const result = {
      conversion_id: 1,
      state: "pending_settlement",
      amount: 300,
      token_amount: "42.214285714",
      fee: "0.642857143",
      wallet_address: WALLET,
      balance: 700,
      ledger_entry_id: 2,
      chain_mode: "demo",
    };
    expect([answer.status, answer.json]).toEqual([201, { success: true, ...result }]);
    const { json } = await world.call("GET", "/api/salutes/ledger?limit=1", { key: world.key });
    expect(json.ledger[0]).toMatchObject({
      delta: -300,
      balance_after: 700,
      reason: "conversion",
      source: "api",
      idempotency_key: "swap-1",
      partner_key_id: world.key.key_id,
    });
    expect(world.eventsOf("salutes.debit")).toMatchObject([
      { delta: -300, balance: 700, ledger_entry_id: 2 },
    ]);
    const { balance, chain_mode, ...told } = result;
    expect(world.eventsOf("salutes.converted")).toEqual([
      {
        user_id: String(world.userId),
        external_id: "zoe",
        ...told,
        settlement_signature: null,
        failure_reason: null,
      },
    ]);
    expect(world.rows("SELECT mint, decimals, token_amount, fee FROM conversions")).toEqual([
      { mint: DEMO_MINT, decimals: 9, token_amount: "42214285714", fee: "642857143" },
    ]);
  });

  test("201 to a named wallet that is verified and not the primary one", async () => {
    await world.link(world.userId, OTHER_WALLET, world.clock.now(), false);
    expect((await world.convert({ wallet_address: OTHER_WALLET })).json.wallet_address).toBe(OTHER_WALLET);
  });

  test("409 idempotency_replay: the same intent again takes nothing more and answers with the original", async () => {
    const first = await world.convert({}, { idempotencyKey: "swap-1" });
    const again = await world.convert({}, { idempotencyKey: "swap-1" });
    expect([again.json.error, again.json.original.body]).toEqual(["idempotency_replay", first.json]);
    expect(await world.balance()).toBe(700);
  });

  test("the ledger knows the intent, and that it was answered with 201, when the idempotency record is gone", async () => {
    await world.convert({}, { idempotencyKey: "swap-1" });
    await world.services.live.writer.run((tx) => tx.run("DELETE FROM ledger_answers"));
    const again = await world.convert({}, { idempotencyKey: "swap-1" });
    expect([again.json.error, again.json.original]).toEqual([
      "idempotency_replay",
      { status: 201, created_at_utc: "2026-11-21T10:00:00.000Z", body: null, ledger_entry_id: 2 },
    ]);
    expect(await world.balance()).toBe(700);
  });

  test.each([
    ["no amount", { amount: undefined }, "amount"],
    ["a third decimal", { amount: 100.001 }, "amount"],
    ["an address that is none", { wallet_address: "nonsense" }, "wallet_address"],
    ["an unknown property", { note: "x" }, "note"],
  ])("400 for %s, even while conversion is off", async (_, change, field) => {
    await world.setPolicy({ enabled: false });
    const answer = await world.convert(change);
    expect([answer.status, answer.json.details[0].field]).toEqual([400, field]);
    await expectNothingChanged();
  });

  test("409 conversion_disabled while the policy is off, for an unknown user too", async () => {
    await world.setPolicy({ enabled: false });
    const answer = await world.convert({ user_id: 999 });
    expect([answer.status, answer.json.error]).toEqual([409, "conversion_disabled"]);
    await expectNothingChanged();
  });

  test("404 for somebody else's user", async () => {
    const key = await world.createKey("other");
    const answer = await world.convert({}, { key });
    expect([answer.status, answer.json.error]).toEqual([404, "user_not_found"]);
    await expectNothingChanged();
  });

  test("409 state_conflict for a suspended user, whatever the wallet", async () => {
    await world.services.live.writer.run((tx) => tx.run("UPDATE users SET status = 'suspended'"));
    const answer = await world.convert({ wallet_address: OTHER_WALLET });
    expect([answer.json.error, answer.json.message]).toEqual([
      "state_conflict",
      expect.stringContaining("suspended"),
    ]);
    await expectNothingChanged();
  });

  test("404 wallet_not_found for an address that is not linked to the user, after the amount is looked at", async () => {
    const small = await world.convert({ wallet_address: OTHER_WALLET, amount: 1 });
    expect([small.status, small.json.details[0].field]).toEqual([400, "amount"]);
    const answer = await world.convert({ wallet_address: OTHER_WALLET });
    expect([answer.status, answer.json.error]).toEqual([404, "wallet_not_found"]);
    await expectNothingChanged();
  });

  test("409 state_conflict for an unverified wallet, and for one whose proof is stale", async () => {
    await world.link(world.userId, OTHER_WALLET, null, false);
    expect((await world.convert({ wallet_address: OTHER_WALLET })).json.error).toBe("state_conflict");
    world.clock.advance(91 * DAY_MS);
    expect((await world.convert()).json.error).toBe("state_conflict");
    await expectNothingChanged();
  });

  test.each([
    ["under the minimum", 99.99],
    ["over the maximum", 10_000.01],
  ])("400 %s: amount is named, before daily limit and balance", async (_, amount) => {
    await world.setPolicy({ daily_limit_per_user: "100" });
    const answer = await world.convert({ amount });
    expect([answer.status, answer.json.error, answer.json.details[0].field]).toEqual([
      400,
      "invalid_payload",
      "amount",
    ]);
    await expectNothingChanged();
  });

  test.each([
    ["no token at all", { salutes_per_token: "1000000000", min_amount: "0.01" }, 0.01],
    ["more tokens than there are", { salutes_per_token: "0.000001" }, 2_000],
  ])("400 for what buys %s", async (_, policy, amount) => {
    await world.setPolicy({ ...policy, daily_limit_per_user: "100" });
    const answer = await world.convert({ amount });
    expect([answer.status, answer.json.details?.[0].field]).toEqual([400, "amount"]);
    await expectNothingChanged();
  });

  test("409 state_conflict past the daily limit, which failed conversions do not count against and the next UTC day lifts", async () => {
    await world.setPolicy({ daily_limit_per_user: "500" });
    const id = await world.pending();
    const past = await world.convert({ amount: 201 });
    expect([past.status, past.json.error, past.json.message]).toEqual([
      409,
      "state_conflict",
      "Convert at most 200 more today: the daily limit is 500.",
    ]);
    expect((await world.convert({ amount: 200 })).status).toBe(201);
    await world.services.live.writer.run((tx) => failConversion(tx, OPERATOR, { id, reason: "no funds" }));
    expect((await world.convert({ amount: 300 })).status).toBe(201);
    expect((await world.convert({ amount: 100 })).json.error).toBe("state_conflict");
    world.clock.advance(14 * 3_600_000 - 1);
    expect((await world.convert({ amount: 100 })).json.error).toBe("state_conflict");
    world.clock.advance(1);
    expect((await world.convert({ amount: 100 })).status).toBe(201);
    expect((await world.convert({ amount: 450 })).json.message).toStartWith("Convert at most 400 more today");
  });

  test("the daily limit is each user's own", async () => {
    await world.setPolicy({ daily_limit_per_user: "300" });
    await world.pending();
    const other = await world.createUser(world.key, "kim");
    await credit(world, world.key, other, 300);
    await world.link(other, OTHER_WALLET, world.clock.now());
    expect((await world.convert({ user_id: other })).status).toBe(201);
  });

  test("409 insufficient_balance with the balance", async () => {
    const answer = await world.convert({ amount: 1_000.01 });
    expect([answer.status, answer.json.error, answer.json.balance]).toEqual([
      409,
      "insufficient_balance",
      1_000,
    ]);
    await expectNothingChanged();
  });

  test("many at once never take more than there is", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => world.convert({ amount: 150 })));
    const done = answers.filter((answer) => answer.status === 201);
    expect([done.length, await world.balance()]).toEqual([6, 100]);
    expect(new Set(answers.filter((each) => each.status !== 201).map((each) => each.json.error))).toEqual(
      new Set(["insufficient_balance"]),
    );
  });

  test("503 rpc_unavailable where the chain cannot be read: told last, and nothing is taken", async () => {
    spyOn(world.demo(), "getMint").mockRejectedValue(
      new ChainUnavailable("https://rpc.example.com/?key=hush"),
    );
    const answer = await world.convert();
    expect([answer.status, answer.json.error, answer.headers.get("retry-after")]).toEqual([
      503,
      "rpc_unavailable",
      "30",
    ]);
    expect(answer.text).not.toContain("hush");
    expect((await world.convert({ amount: 1_001 })).json.error).toBe("insufficient_balance");
    await world.setPolicy({ daily_limit_per_user: "200" });
    expect((await world.convert()).json.error).toBe("state_conflict");
    await expectNothingChanged();
  });

  test("a refused request does not ask the chain", async () => {
    const getMint = spyOn(world.demo(), "getMint");
    await world.setPolicy({ enabled: false });
    await world.convert();
    expect(getMint).not.toHaveBeenCalled();
  });

  test("403 without the scope debit", async () => {
    const key = await world.createKey("acme", "live", { scopes: ["read", "credit"] });
    expect((await world.convert({}, { key })).json.error).toBe("forbidden");
  });
});

test("503 rpc_unavailable in words where no chain is configured", async () => {
  await world.close();
  world = await createConversionWorld({ TOKEN_MINT: DEMO_MINT });
  const answer = await world.convert();
  expect([answer.status, answer.json.error, answer.json.message]).toEqual([
    503,
    "rpc_unavailable",
    "Ask the operators to set SOLANA_RPC_URLS and TOKEN_MINT: no chain is configured.",
  ]);
  await expectNothingChanged();
});
