import { afterEach, beforeEach, expect, test } from "bun:test";
import { DEMO_MINT } from "../../../../src/chain/demo-reader.ts";
import { DAY_MS } from "../../../../src/kit/clock.ts";
import { failConversion, settleByDemoTransfer } from "../../../../src/modules/ledger/conversions/index.ts";
import { makeOperator } from "../../../harness/app/visitor.ts";
import { type ConversionWorld, createConversionWorld, OPERATOR } from "../../ledger/conversions/fixture.ts";

let world: ConversionWorld;
let headers: Record<string, string>;

beforeEach(async () => {
  world = await createConversionWorld();
  const { token } = await makeOperator(world, "eve", "viewer");
  headers = { authorization: `Bearer ${token}` };
});

afterEach(() => world.close());

const month = async (name: string) =>
  (await world.call("GET", `/admin/ops/reports/monthly?month=${name}`, { headers })).json.partners[0];

test("settlements count in the month of their end, by state and currency; pending ones in none", async () => {
  const ids = [await world.pending(), await world.pending(), await world.pending()];
  await settleByDemoTransfer(world.services, OPERATOR, ids[0] ?? 0);
  await world.services.live.writer.run((tx) =>
    failConversion(tx, OPERATOR, { id: ids[1] ?? 0, reason: "wallet closed" }),
  );
  const sum = { pays_for: "conversion", currency: DEMO_MINT, count: 1, amount: "3", salutes: 300 };
  const november = await month("2026-11");
  expect(november.settlements).toEqual([
    { ...sum, state: "settled" },
    { ...sum, state: "failed" },
  ]);
  expect(november.ledger.movements).toEqual([
    { kind: "conversion", credits: 1, credited: 300, debits: 3, debited: 900 },
    { kind: "partner", credits: 1, credited: 1000, debits: 0, debited: 0 },
  ]);
  world.clock.advance(15 * DAY_MS);
  await settleByDemoTransfer(world.services, OPERATOR, ids[2] ?? 0);
  expect((await month("2026-12")).settlements).toEqual([{ ...sum, state: "settled" }]);
  expect((await month("2026-11")).settlements).toEqual(november.settlements);
});
