import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { listAudit } from "../../src/modules/platform/audit/index.ts";
import { salute } from "../harness/processes/commands.ts";
import { type ClaimWorld, createClaimWorld, WALLET } from "../modules/ledger/claims/fixture.ts";

/** Timeout on a loaded machine. */
setDefaultTimeout(30_000);

const HOUR_MS = 3_600_000;
let world: ClaimWorld;

beforeEach(async () => {
  world = await createClaimWorld();
  // Commands use the system's clock, so claims must be made before that time.
  world.clock.advance(Date.now() - HOUR_MS - world.clock.now());
});

afterEach(() => world.close());

const run = (...args: string[]) => salute(["claims", ...args, "--data", world.dataDir]);
const list = async (...flags: string[]) => (await run("list", "--json", ...flags)).json;

async function claimed(): Promise<{ claim_id: number; claim_code: string }> {
  const { json } = await world.issueToken();
  await world.take(json.claim_code, { wallet_address: WALLET });
  return json;
}

describe("salute claims", () => {
  test("list shows amounts and wallets, newest first, by state, without codes or e-mail addresses", async () => {
    expect((await run("list")).out).toStartWith("No claims yet.");
    const { json: salutes } = await world.issue({
      recipient: { user_id: world.userId, email: "z@example.com" },
    });
    const token = await claimed();
    const all = await list();
    expect(all).toMatchObject([
      {
        claim_id: token.claim_id,
        partner: "acme",
        status: "claimed",
        amount: "3",
        currency: "TOKEN",
        wallet_address: WALLET,
        user_id: null,
      },
      { claim_id: salutes.claim_id, status: "issued", user_id: String(world.userId), wallet_address: null },
    ]);
    expect(await list("--state", "claimed")).toHaveLength(1);
    expect(await list("--state", "redeemed")).toEqual([]);
    const table = await run("list");
    expect(table.out).toContain(WALLET);
    for (const text of [JSON.stringify(all), table.out]) {
      expect(text).not.toContain(salutes.claim_code);
      expect(text).not.toContain("@");
    }
  });

  test("settle --demo-transfer redeems beside the running server; the audit trail names the command", async () => {
    const { claim_id, claim_code } = await claimed();
    const done = await run("settle", String(claim_id), "--demo-transfer");
    expect([done.code, done.err]).toEqual([0, ""]);
    expect(done.out).toStartWith(`claim ${claim_id} is redeemed by `);
    expect((await world.read(claim_code)).json.status).toBe("redeemed");
    expect(listAudit(world.services.live.read, 1)).toMatchObject([
      { actor_kind: "command", actor: "claims settle", action: "claim.settle" },
    ]);
  });

  test("cancel ends a claim with a reason; the code can be given instead of the id, in any notation", async () => {
    const first = await claimed();
    const { json: second } = await world.issue();
    expect((await run("cancel", String(first.claim_id), "--reason", "wrong amount")).code).toBe(0);
    expect((await run("cancel", second.claim_code.replaceAll("-", "").toLowerCase())).code).toBe(0);
    expect((await list()).map((each: { status: string }) => each.status)).toEqual(["cancelled", "cancelled"]);
    expect((await world.read(first.claim_code)).json.cancel_reason).toBe("wrong amount");
  });

  test("exit 1 with a message if it cannot be done", async () => {
    const { json } = await world.issue();
    for (const [args, words] of [
      [["settle", "999", "--demo-transfer"], "there is no claim 999"],
      [["settle", String(json.claim_id), "--demo-transfer"], "Wait until the recipient has claimed"],
      [["cancel", "999"], "there is no claim 999"],
      [["cancel", "0000-0000-0000-0000"], "there is no claim of it"],
    ] as const) {
      const done = await run(...args);
      expect([done.code, done.out]).toEqual([1, ""]);
      expect(done.err).toContain(words);
      expect(done.err).not.toContain("    at ");
    }
    expect((await world.read(json.claim_code)).json.status).toBe("issued");
  });

  test.each([
    [["settle"]],
    [["settle", "1"]],
    [["settle", "1", "--demo-transfer", "--signature", "x"]],
    [["settle", "one", "--demo-transfer"]],
    [["settle", "1", "--signature", "no-signature"]],
    [["cancel"]],
    [["cancel", "1", "--reason", ""]],
    [["list", "--state", "lost"]],
    [["list", "--no-such-flag"]],
  ])("exit 2 for wrong usage: %p", async (args) => {
    await claimed();
    const done = await run(...args);
    expect([done.code, done.out]).toEqual([2, ""]);
    expect(done.err).not.toBe("");
  });
});
