import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { DAY_MS } from "../../../../src/kit/clock.ts";
import { cancelClaim, watchDueClaims } from "../../../../src/modules/ledger/claims/index.ts";
import { listAudit } from "../../../../src/modules/platform/audit/index.ts";
import { switchSafeMode } from "../../../../src/modules/platform/state/index.ts";
import { retention } from "../../../harness/app/jobs.ts";
import { type ClaimWorld, createClaimWorld, OPERATOR, WALLET } from "./fixture.ts";

let world: ClaimWorld;

beforeEach(async () => {
  world = await createClaimWorld();
});

afterEach(() => world.close());

const credited = () =>
  world
    .rows<{ credited: number }>("SELECT credited FROM key_daily_credits ORDER BY day")
    .map((row) => row.credited);
const cancelAsOperator = (id: number, reason: string | null = null) =>
  world.services.live.writer.run((tx) => cancelClaim(tx, OPERATOR, { id, reason }));

describe("expiry", () => {
  test("ends what is over, once: the state, the event, and the daily credit given back to the day that counted it", async () => {
    const { json: over } = await world.issue({ expires_in: 90_000 });
    const { json: open } = await world.issue({ amount: 10 });
    world.clock.advance(90_000_000);
    await world.issue({ amount: 1 });
    expect((await world.read(over.claim_code)).json.status).toBe("expired");
    expect(world.donationEvents()).not.toContain("donation.claim_expired");
    expect(await world.expire()).toBe("1 expired");
    expect((await world.read(over.claim_code)).json).toMatchObject({
      status: "expired",
      claim_status: "expired",
      resolved_at: "2026-11-22T11:00:00.000Z",
    });
    expect(world.lastEvent("donation.claim_expired")).toMatchObject({
      claim_id: over.claim_id,
      status: "expired",
    });
    expect(credited()).toEqual([10_00, 1_00]);
    expect(await world.expire()).toBe("0 expired");
    expect((await world.read(open.claim_code)).json.status).toBe("issued");
  });

  test("what was given back can be issued again on the same day", async () => {
    await world.services.live.writer.run((tx) =>
      tx.run("UPDATE partner_keys SET daily_credit_limit = 2500, revision = revision + 1"),
    );
    await world.issue({ expires_in: 1 });
    expect((await world.issue()).status).toBe(409);
    world.clock.advance(1_000);
    await world.expire();
    expect((await world.issue()).status).toBe(201);
  });

  test("is noticed between the job's runs, too", async () => {
    const watch = () => watchDueClaims(world.services, new AbortController().signal);
    await world.issue({ expires_in: 1 });
    await watch();
    expect(credited()).toEqual([25_00]);
    world.clock.advance(1_000);
    await watch();
    expect([credited(), world.donationEvents()]).toEqual([[0], ["donation.claim", "donation.claim_expired"]]);
  });

  test("works in chunks, and waits while safe mode is on", async () => {
    for (let i = 0; i < 120; i++) await world.issueToken({ expires_in: 1 });
    world.clock.advance(1_000);
    const { live } = world.services;
    await live.writer.run((tx) => switchSafeMode(tx, OPERATOR, "drill"));
    expect(await world.expire()).toContain("safe mode");
    await live.writer.run((tx) => switchSafeMode(tx, OPERATOR, null));
    expect(await world.expire()).toBe("120 expired");
    expect(world.donationEvents().filter((type) => type === "donation.claim_expired")).toHaveLength(120);
  });

  test("a claimed one does not expire: it waits for its payment", async () => {
    const { json } = await world.issueToken({ expires_in: 60 });
    await world.take(json.claim_code, { wallet_address: WALLET });
    world.clock.advance(DAY_MS);
    expect(await world.expire()).toBe("0 expired");
    expect((await world.read(json.claim_code)).json.status).toBe("claimed");
  });
});

describe("POST /api/partner/donation-claims/{claim_code}/cancel", () => {
  test("200: cancelled, told, the daily credit given back; nobody can claim it any more", async () => {
    const { json: issued } = await world.issue();
    const { status, json } = await world.cancel(issued.claim_code);
    expect(status).toBe(200);
    expect(json).toEqual({
      ...issued,
      status: "cancelled",
      claim_status: "cancelled",
      resolved_at: "2026-11-21T10:00:00.000Z",
    });
    expect([world.donationEvents(), credited()]).toEqual([
      ["donation.claim", "donation.claim_cancelled"],
      [0],
    ]);
    expect((await world.take(issued.claim_code)).status).toBe(409);
    expect(await world.balance()).toBe(0);
  });

  test("409 for what is claimed, redeemed, expired or cancelled already", async () => {
    const redeemed = (await world.issue()).json.claim_code;
    await world.take(redeemed);
    const claimed = (await world.issueToken()).json.claim_code;
    await world.take(claimed, { wallet_address: WALLET });
    const cancelled = (await world.issue()).json.claim_code;
    await world.cancel(cancelled);
    const expired = (await world.issue({ expires_in: 1 })).json.claim_code;
    world.clock.advance(1_000);
    for (const [code, words] of [
      [redeemed, "redeemed"],
      [claimed, "Ask the operators"],
      [cancelled, "cancelled"],
      [expired, "expired"],
    ]) {
      const { status, json } = await world.cancel(code);
      expect([status, json.error, json.message]).toEqual([
        409,
        "state_conflict",
        expect.stringContaining(words),
      ]);
    }
    expect(world.donationEvents().filter((type) => type === "donation.claim_cancelled")).toHaveLength(1);
  });
});

describe("an operator's cancel", () => {
  test("ends a claimed one too, with a reason for the partner, and stands in the trail", async () => {
    const { json } = await world.issueToken();
    await world.take(json.claim_code, { wallet_address: WALLET });
    await cancelAsOperator(json.claim_id, "wrong amount");
    expect((await world.read(json.claim_code)).json).toMatchObject({
      status: "cancelled",
      cancel_reason: "wrong amount",
      wallet_address: WALLET,
    });
    expect(world.lastEvent("donation.claim_cancelled")).toMatchObject({ cancel_reason: "wrong amount" });
    expect(listAudit(world.services.live.read, 1)).toMatchObject([
      { action: "claim.cancel", subject: `claim:${json.claim_id}`, details: { reason: "wrong amount" } },
    ]);
  });

  test("is refused for what is over, for what is not there, in safe mode, and without words", async () => {
    const { json } = await world.issue();
    expect(cancelAsOperator(json.claim_id, "")).rejects.toMatchObject({ code: "invalid_payload" });
    expect(cancelAsOperator(99)).rejects.toMatchObject({ code: "not_found" });
    await world.take(json.claim_code);
    expect(cancelAsOperator(json.claim_id)).rejects.toMatchObject({ code: "state_conflict" });
    await world.services.live.writer.run((tx) => switchSafeMode(tx, OPERATOR, "drill"));
    expect(cancelAsOperator(json.claim_id)).rejects.toMatchObject({ code: "safe_mode" });
    expect((await world.read(json.claim_code)).json.status).toBe("redeemed");
  });
});

describe("a user with a claim", () => {
  const remove = () => world.call("DELETE", `/api/partner/users/${world.userId}`, { key: world.key });

  test("cannot be deleted while it is open: 409 state_conflict", async () => {
    const { json } = await world.issueToken({ recipient: { user_id: world.userId }, expires_in: 60 });
    expect([(await remove()).json.error, (await remove()).json.message]).toEqual([
      "state_conflict",
      expect.stringContaining("claim"),
    ]);
    await world.take(json.claim_code, { wallet_address: WALLET });
    world.clock.advance(60_000);
    expect((await remove()).status).toBe(409);
    await cancelAsOperator(json.claim_id);
    expect((await remove()).status).toBe(200);
  });

  test("can be deleted once it is over, which the partner is told first; then it names nobody", async () => {
    await world.issueToken({
      recipient: { user_id: world.userId, email: "zoe@example.com", name: "Zoe" },
      expires_in: 60,
    });
    world.clock.advance(60_000);
    expect((await remove()).status).toBe(200);
    expect(world.rows("SELECT recipient_email, recipient_name FROM donation_claims")).toEqual([
      { recipient_email: null, recipient_name: null },
    ]);
    expect(world.rows("SELECT event_type AS type FROM events ORDER BY id DESC LIMIT 2").toReversed()).toEqual(
      [{ type: "donation.claim_expired" }, { type: "users.deleted" }],
    );
    expect(world.lastEvent("donation.claim_expired")).toMatchObject({
      user_id: String(world.userId),
      external_id: expect.any(String),
    });
    expect(await world.expire()).toBe("0 expired");
  });
});

describe("retention", () => {
  test("forgets who was meant 90 days after a claim is over; the claim itself stays", async () => {
    const recipient = { user_id: world.userId, email: "zoe@example.com", name: "Zoe" };
    const { json: over } = await world.issue({ recipient });
    const { json: open } = await world.issueToken({ recipient, expires_in: 31_536_000 });
    await world.take(over.claim_code);
    const named = () =>
      world
        .rows<{ n: string | null }>("SELECT recipient_email AS n FROM donation_claims ORDER BY id")
        .map(({ n }) => n);
    world.clock.advance(90 * DAY_MS);
    await retention.run(world.services, new AbortController().signal);
    expect(named()).toEqual(["zoe@example.com", "zoe@example.com"]);
    world.clock.advance(DAY_MS);
    await retention.run(world.services, new AbortController().signal);
    expect(named()).toEqual([null, "zoe@example.com"]);
    expect((await world.read(open.claim_code)).json.status).toBe("issued");
    expect((await world.read(over.claim_code)).json).toMatchObject({ status: "redeemed", amount: "25" });
  });
});
