import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { setPolicy } from "../../../../src/modules/ledger/conversions/index.ts";
import { listAudit } from "../../../../src/modules/platform/audit/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { OPERATOR } from "./fixture.ts";

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
});

afterEach(() => world.close());

const read = () => world.call("GET", "/api/salutes/conversion-policy", { key });
const set = (changes: object) => world.services.live.writer.run((tx) => setPolicy(tx, OPERATOR, changes));

describe("GET /api/salutes/conversion-policy", () => {
  test("200: at first conversion is off, and nobody has set anything", async () => {
    const answer = await read();
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        success: true,
        enabled: false,
        salutes_per_token: 100,
        min_amount: 100,
        max_amount: 10_000,
        daily_limit_per_user: 20_000,
        fee_pct: 0,
        rounding: "down",
        settlement: "manual",
        updated_at: null,
      },
    ]);
  });

  test("403 without the scope read", async () => {
    key = await world.createKey("acme", "live", { scopes: ["debit"] });
    expect((await read()).json.error).toBe("forbidden");
  });
});

describe("setPolicy", () => {
  test("changes what is named, keeps the rest, dates it, and leaves before and after in the audit trail", async () => {
    await set({ enabled: true, salutes_per_token: "12.500000", fee_pct: "2.50" });
    world.clock.advance(60_000);
    await set({ min_amount: "0.01", max_amount: "500.5", daily_limit_per_user: "1000" });
    expect((await read()).json).toMatchObject({
      enabled: true,
      salutes_per_token: 12.5,
      min_amount: 0.01,
      max_amount: 500.5,
      daily_limit_per_user: 1_000,
      fee_pct: 2.5,
      updated_at: "2026-11-21T10:01:00.000Z",
    });
    const [newest] = listAudit(world.services.live.read, 1);
    expect(newest).toMatchObject({
      actor: "ops",
      action: "conversion_policy.set",
      details: { before: { min_amount: 100 }, after: { min_amount: 0.01, enabled: true } },
    });
  });

  test.each([
    ["salutes_per_token", "0"],
    ["salutes_per_token", "-1"],
    ["salutes_per_token", "0.0000001"],
    ["salutes_per_token", "1000000000.000001"],
    ["salutes_per_token", "1e3"],
    ["min_amount", "0"],
    ["min_amount", "1.005"],
    ["max_amount", "1000000000000.01"],
    ["max_amount", "99.99"],
    ["daily_limit_per_user", "99"],
    ["daily_limit_per_user", ""],
    ["fee_pct", "100"],
    ["fee_pct", "0.00001"],
  ])("refuses %s %s, naming the field, and changes nothing", async (field, text) => {
    const refusal = await set({ [field]: text }).catch((error) => error);
    expect([refusal.code, refusal.options.details[0].field]).toEqual(["invalid_payload", field]);
    expect((await read()).json.updated_at).toBeNull();
    expect(listAudit(world.services.live.read, 10).map((entry) => entry.action)).not.toContain(
      "conversion_policy.set",
    );
  });
});
