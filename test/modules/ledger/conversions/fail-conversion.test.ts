import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  failConversion,
  listConversions,
  settleByDemoTransfer,
} from "../../../../src/modules/ledger/conversions/index.ts";
import { listAudit } from "../../../../src/modules/platform/audit/index.ts";
import { switchSafeMode } from "../../../../src/modules/platform/state/index.ts";
import { type ConversionWorld, createConversionWorld, OPERATOR } from "./fixture.ts";

let world: ConversionWorld;

beforeEach(async () => {
  world = await createConversionWorld();
});

afterEach(() => world.close());

const fail = (id: number, reason = "no funds") =>
  world.services.live.writer.run((tx) => failConversion(tx, OPERATOR, { id, reason }));
const states = () => listConversions(world.services.live.read, null).map((each) => each.state);

describe("failing a conversion", () => {
  test("returns the salutes as an entry of the system, and tells so in events and audit trail", async () => {
    const id = await world.pending();
    await fail(id);
    expect(await world.balance()).toBe(1_000);
    const { json } = await world.call("GET", "/api/salutes/ledger?limit=1", { key: world.key });
    expect(json.ledger).toMatchObject([
      {
        delta: 300,
        balance_after: 1_000,
        reason: "conversion_return",
        source: "system",
        idempotency_key: `conversion:${id}:return`,
        partner_key_id: null,
      },
    ]);
    expect(world.rows("SELECT origin FROM ledger_entries ORDER BY id DESC LIMIT 1")).toEqual([
      { origin: "system" },
    ]);
    expect(world.eventsOf("salutes.credit")).toMatchObject([
      { delta: 1_000 },
      { delta: 300, balance: 1_000 },
    ]);
    expect(world.eventsOf("salutes.conversion_failed")).toMatchObject([
      { conversion_id: id, state: "failed", failure_reason: "no funds", settlement_signature: null },
    ]);
    expect(listAudit(world.services.live.read, 1)).toMatchObject([
      {
        actor: "ops",
        action: "conversion.fail",
        subject: `conversion:${id}`,
        details: { reason: "no funds" },
      },
    ]);
  });

  test("returns them to a suspended user too", async () => {
    const id = await world.pending();
    await world.services.live.writer.run((tx) => tx.run("UPDATE users SET status = 'suspended'"));
    await fail(id);
    expect(await world.balance()).toBe(1_000);
  });

  test("only once, and not after it was settled", async () => {
    const [failed, settled] = [await world.pending(), await world.pending()];
    await fail(failed);
    await settleByDemoTransfer(world.services, OPERATOR, settled);
    for (const id of [failed, settled])
      await expect(fail(id)).rejects.toThrow("only a pending one can be settled or failed");
    await expect(fail(999)).rejects.toThrow("no conversion 999");
    expect(await world.balance()).toBe(700);
  });

  test("and settling at once: one of the two happens, and salutes are returned only if it failed", async () => {
    const id = await world.pending();
    const outcomes = await Promise.allSettled([settleByDemoTransfer(world.services, OPERATOR, id), fail(id)]);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await world.balance()).toBe(states()[0] === "failed" ? 1_000 : 700);
    expect(world.rows("SELECT * FROM settlement_signatures")).toHaveLength(states()[0] === "failed" ? 0 : 1);
  });

  test.each([[""], ["a\nb"], ["x".repeat(201)]])("refuses the reason %p", async (reason) => {
    const id = await world.pending();
    await expect(fail(id, reason)).rejects.toThrow("Correct reason");
    expect([states(), await world.balance()]).toEqual([["pending_settlement"], 700]);
  });

  test("not in safe mode", async () => {
    const id = await world.pending();
    await world.services.live.writer.run((tx) => switchSafeMode(tx, OPERATOR, "drill"));
    await expect(fail(id)).rejects.toThrow("takes no changes now");
    expect([states(), await world.balance()]).toEqual([["pending_settlement"], 700]);
  });
});

test("no salute is made or lost: after any history, balance + pending + settled = what was credited", async () => {
  await world.setPolicy({ min_amount: "0.01", daily_limit_per_user: "1000000" });
  const { live, treasury } = world.services;
  const step = fc.oneof(
    fc.record({ do: fc.constant("convert" as const), hundredths: fc.integer({ min: 1, max: 30_000 }) }),
    fc.record({ do: fc.constantFrom("settle" as const, "fail" as const), which: fc.nat(20) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      for (const each of steps) {
        if (each.do === "convert") await world.convert({ amount: each.hundredths / 100 });
        else {
          const id = each.which + 1;
          const work = each.do === "fail" ? fail(id) : settleByDemoTransfer({ live, treasury }, OPERATOR, id);
          await work.catch(() => {});
        }
      }
      const [user] = world.rows<{ balance: number; entries: number; last: number }>(
        `SELECT balance, (SELECT SUM(delta) FROM ledger_entries) AS entries,
           (SELECT balance_after FROM ledger_entries ORDER BY id DESC LIMIT 1) AS last FROM users`,
      );
      const [held] = world.rows<{ total: number }>(
        "SELECT COALESCE(SUM(amount), 0) AS total FROM conversions WHERE state <> 'failed'",
      );
      expect([user?.entries, user?.last]).toEqual([user?.balance, user?.balance]);
      expect((user?.balance ?? 0) + (held?.total ?? 0)).toBe(1_000_00);
    }),
    { numRuns: 25 },
  );
  expect(states().length).toBeGreaterThan(0);
});
