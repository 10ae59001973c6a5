import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { runInvariants } from "../../../../src/compose/invariants.ts";
import { settleClaimByDemoTransfer } from "../../../../src/modules/ledger/claims/index.ts";
import { type ClaimWorld, createClaimWorld, OPERATOR, WALLET } from "../../ledger/claims/fixture.ts";

/** Claims in every state, and findings of `check` after tampering. */

let world: ClaimWorld;

beforeEach(async () => {
  world = await createClaimWorld();
  const { live, treasury } = world.services;
  const [redeemed, , cancelled, expired] = [
    await world.issue(),
    await world.issue(),
    await world.issue(),
    await world.issue({ expires_in: 1 }),
  ].map(({ json }) => json.claim_code);
  await world.take(redeemed);
  await world.cancel(cancelled);
  expect(expired).toBeDefined();
  world.clock.advance(1_000);
  await world.expire();
  for (let i = 0; i < 2; i++) {
    const { json } = await world.issueToken();
    await world.take(json.claim_code, { wallet_address: WALLET });
    if (i === 0)
      await settleClaimByDemoTransfer({ live, treasury }, OPERATOR, {
        id: json.claim_id,
        now: world.clock.now(),
      });
  }
  await world.issueToken();
});

afterEach(() => world.close());

function failures(): Record<string, string> {
  const failed = runInvariants(world.services.live.read, "live", false).filter(({ ok }) => !ok);
  return Object.fromEntries(failed.map(({ name, detail }) => [name, detail]));
}

const tamper = (statement: string) =>
  world.services.live.writer.run((tx) => {
    tx.client.run("DROP TRIGGER IF EXISTS ledger_entries_no_update");
    tx.client.run(statement);
  });

describe("invariants of claims", () => {
  test("hold in every state", () => {
    const states = world.rows<{ state: string }>("SELECT state FROM donation_claims ORDER BY id");
    expect(states.map(({ state }) => state)).toEqual([
      "redeemed",
      "issued",
      "cancelled",
      "expired",
      "redeemed",
      "claimed",
      "issued",
    ]);
    expect(failures()).toEqual({});
  });

  test.each([
    [
      "claims",
      "UPDATE donation_claims SET state = 'issued', resolved_at = NULL WHERE id = 1",
      "claim 1: it was credited",
    ],
    [
      "claims",
      "UPDATE donation_claims SET state = 'redeemed', resolved_at = 1, claimed_at = 1 WHERE id = 2",
      "claim 2: it is redeemed, and nothing was credited",
    ],
    [
      "claims",
      "UPDATE donation_claims SET ledger_entry_id = NULL WHERE id = 1",
      "claim 1: it names another entry",
    ],
    [
      "claims",
      "UPDATE donation_claims SET salutes = 1 WHERE id = 1",
      "claim 1: what was credited is not what was claimed",
    ],
    [
      "claims",
      "UPDATE ledger_entries SET partner_key_id = 'pk_live_x' WHERE id = 1",
      "claim 1: what was credited",
    ],
    [
      "claims",
      "UPDATE ledger_entries SET idempotency_key = 'claim:99' WHERE id = 1",
      "credits claim:99, which is not there",
    ],
    ["claims", "UPDATE donation_claims SET claimed_at = NULL WHERE id = 6", "claim 6: its state"],
    ["claims", "UPDATE donation_claims SET wallet_address = NULL WHERE id = 6", "claim 6: its state"],
    [
      "settlements",
      "DELETE FROM settlement_signatures",
      "claim 5 is settled by a signature that is not kept",
    ],
    [
      "settlements",
      "UPDATE settlement_signatures SET pays_for = 'claim:6'",
      "pays for claim:6, which it did not settle",
    ],
    ["settlements", "UPDATE settlement_signatures SET pays_for = 'conversion:5'", "pays for conversion:5"],
  ])("%s fails after %s", async (name, statement, words) => {
    await tamper(statement);
    expect(failures()[`live.${name}`]).toContain(words);
  });
});
