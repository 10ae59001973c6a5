import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { listAudit } from "../../src/modules/platform/audit/index.ts";
import { type CommandResult, salute as run } from "../harness/processes/commands.ts";
import {
  type ConversionWorld,
  createConversionWorld,
  WALLET,
} from "../modules/ledger/conversions/fixture.ts";

/** Timeout on a loaded machine. */
setDefaultTimeout(30_000);

const YEAR_MS = 365 * 24 * 3_600_000;
let world: ConversionWorld;

beforeEach(async () => {
  world = await createConversionWorld();
  // Commands use the system's clock, so conversions must be made before that time.
  world.clock.advance(-10 * YEAR_MS);
});

afterEach(() => world.close());

/** Runs `salute …` beside the open server. */
const salute = (...args: string[]): Promise<CommandResult> => run([...args, "--data", world.dataDir]);

const states = async () =>
  JSON.parse((await salute("conversions", "list", "--json")).out).map(
    (each: { state: string }) => each.state,
  );

describe("salute conversions", () => {
  test("list shows amounts and wallets, newest first, by state", async () => {
    expect((await salute("conversions", "list")).out).toStartWith("No conversions yet.");
    const [first, second] = [await world.pending(), await world.pending()];
    await salute("conversions", "fail", String(first), "--reason", "no funds");
    const all = JSON.parse((await salute("conversions", "list", "--json")).out);
    expect(all).toMatchObject([
      {
        conversion_id: second,
        partner: "acme",
        user_id: String(world.userId),
        state: "pending_settlement",
        amount: 300,
        token_amount: "3",
        wallet_address: WALLET,
        resolved_at: null,
      },
      { conversion_id: first, state: "failed", failure_reason: "no funds" },
    ]);
    const failed = await salute("conversions", "list", "--state", "failed", "--json");
    expect(JSON.parse(failed.out)).toHaveLength(1);
    const table = await salute("conversions", "list", "--state", "pending_settlement");
    expect(table.out).toContain(WALLET);
  });

  test("settle --demo-transfer settles beside the running server; the audit trail names the command", async () => {
    const id = await world.pending();
    const done = await salute("conversions", "settle", String(id), "--demo-transfer");
    expect([done.code, done.err]).toEqual([0, ""]);
    expect(done.out).toStartWith(`conversion ${id} is settled by `);
    expect(await states()).toEqual(["settled"]);
    expect(listAudit(world.services.live.read, 1)).toMatchObject([
      { actor_kind: "command", actor: "conversions settle", action: "conversion.settle" },
    ]);
  });

  test("fail returns the salutes, visible immediately to the running server", async () => {
    const id = await world.pending();
    const done = await salute("conversions", "fail", String(id), "--reason", "no funds");
    expect([done.code, await world.balance()]).toEqual([0, 1_000]);
  });

  test("exit 1 with a message if it cannot be done", async () => {
    const id = await world.pending();
    const unknown = "5".repeat(87);
    for (const [args, words] of [
      [["settle", "999", "--demo-transfer"], "there is no conversion 999"],
      [["settle", String(id), "--signature", unknown], "no finalized, successful transaction"],
      [["fail", "999", "--reason", "x"], "there is no conversion 999"],
    ] as const) {
      const done = await salute("conversions", ...args);
      expect([done.code, done.out]).toEqual([1, ""]);
      expect(done.err).toContain(words);
      expect(done.err).not.toContain("    at ");
    }
    expect(await states()).toEqual(["pending_settlement"]);
  });

  test("exit 2 for wrong usage", async () => {
    await world.pending();
    for (const args of [
      ["settle"],
      ["settle", "1"],
      ["settle", "1", "--demo-transfer", "--signature", "x"],
      ["settle", "one", "--demo-transfer"],
      ["settle", "1", "--signature", "no-signature"],
      ["fail", "1"],
      ["list", "--state", "lost"],
      ["policy", "--enabled", "maybe"],
      ["policy", "--fee-pct", "100"],
      ["policy", "--no-such-flag"],
    ] as const) {
      const done = await salute("conversions", ...args);
      expect([args, done.code, done.out]).toEqual([args, 2, ""]);
      expect(done.err).not.toBe("");
    }
  });

  test("policy shows the policy, and changes it by flags for the running server", async () => {
    const changed = await salute(
      ...["conversions", "policy", "--json", "--enabled", "off", "--salutes-per-token", "12.5"],
      ...["--min-amount", "1", "--max-amount", "50", "--daily-limit-per-user", "80.5", "--fee-pct", "0.25"],
    );
    const expected = {
      enabled: false,
      salutes_per_token: 12.5,
      min_amount: 1,
      max_amount: 50,
      daily_limit_per_user: 80.5,
      fee_pct: 0.25,
      rounding: "down",
      settlement: "manual",
    };
    expect(JSON.parse(changed.out)).toMatchObject(expected);
    const read = await world.call("GET", "/api/salutes/conversion-policy", { key: world.key });
    expect(read.json).toMatchObject(expected);
    const shown = await salute("conversions", "policy");
    expect([shown.code, shown.out]).toEqual([0, expect.stringMatching(/^salutes_per_token +12.5$/m)]);
  });
});
