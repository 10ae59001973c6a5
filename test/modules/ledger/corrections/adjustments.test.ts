import { afterEach, beforeEach, expect, test } from "bun:test";
import { type CorrectionWorld, createCorrectionWorld } from "./fixture.ts";

let world: CorrectionWorld;

beforeEach(async () => {
  world = await createCorrectionWorld();
});

afterEach(async () => {
  expect(world.broken()).toEqual([]);
  await world.close();
});

const PATH = "/admin/ops/ledger/adjustments";
const adjust = (over: object = {}) =>
  world.admin("POST", PATH, {
    partner: "acme",
    user_id: "ext:zoe",
    amount: 12.5,
    direction: "credit",
    reason: "goodwill after the outage",
    ...over,
  });

test("an operator credits and debits a user by entries of the system, with events and audit", async () => {
  const { status, json } = await adjust();
  expect([status, json.adjustment_id, json.state, json.ledger_entry_id]).toEqual([200, 1, "done", 1]);
  await adjust({ direction: "debit", amount: 2, user_id: world.userId });
  expect(await world.balance()).toBe(10.5);
  const { ledger } = (await world.call("GET", "/api/salutes/ledger", { key: world.key })).json;
  expect(ledger).toMatchObject([
    { delta: -2, reason: "adjustment", source: "system", idempotency_key: "adjustment:2", reverses: null },
    { delta: 12.5, idempotency_key: "adjustment:1", partner_key_id: null },
  ]);
  const [event] = world.rows<{ data: string }>("SELECT data FROM events WHERE event_type = 'salutes.credit'");
  expect(JSON.parse(event?.data ?? "")).toMatchObject({ delta: 12.5, balance: 12.5, ledger_entry_id: 1 });
  expect(world.audited()).toEqual(["ops ledger.adjust adjustment:1", "ops ledger.adjust adjustment:2"]);
  const [audit] = world.rows<{ details: string }>(
    "SELECT details FROM audit_entries WHERE subject = 'adjustment:2'",
  );
  expect(JSON.parse(audit?.details ?? "")).toMatchObject({
    reason: "goodwill after the outage",
    balance: 12.5,
    balance_after: 10.5,
  });
});

test("an adjustment can be reversed, and a suspended user is adjusted too", async () => {
  await world.call("PATCH", "/api/partner/users/ext:zoe", { key: world.key, body: { status: "suspended" } });
  await adjust();
  expect((await world.reverse({ entry_ids: [1] })).json.state).toBe("done");
  expect(await world.balance()).toBe(0);
});

test("above 10,000 salutes another operator approves first", async () => {
  const { status, json } = await adjust({ amount: 10_000.01 });
  expect([status, json.adjustment_id, json.state]).toEqual([202, 1, "waiting_approval"]);
  expect(await world.balance()).toBe(0);
  const decide = (id: number, what: string, by: "ops" | "boss") =>
    world.admin("POST", `${PATH}/${id}/${what}`, undefined, by);
  expect((await decide(1, "approve", "ops")).json.message).toContain(
    "Ask another operator: ops asked for it",
  );
  expect((await decide(1, "approve", "boss")).json).toMatchObject({ state: "done", decided_by: "boss" });
  expect(await world.balance()).toBe(10_000.01);
  expect((await decide(1, "approve", "boss")).status).toBe(409);
  await adjust({ amount: 20_000 });
  expect((await decide(2, "cancel", "ops")).json).toMatchObject({
    state: "cancelled",
    ledger_entry_id: null,
  });
  expect((await decide(2, "cancel", "ops")).status).toBe(409);
  expect([(await decide(9, "approve", "ops")).status, (await decide(9, "cancel", "ops")).status]).toEqual([
    404, 404,
  ]);
  expect((await adjust({ amount: 10_000 })).status).toBe(200);
});

test("a debit beyond the balance is refused at the request, and again at the approval", async () => {
  const { status, json } = await adjust({ direction: "debit" });
  expect([status, json.error, json.balance]).toEqual([409, "insufficient_balance", 0]);
  expect(json.details).toEqual([{ field: "amount", message: "must be at most 0, the user's balance" }]);
  expect((await adjust({ direction: "debit", amount: 20_000 })).status).toBe(409);
  expect(world.rows("SELECT 1 FROM ledger_adjustments")).toEqual([]);
  await world.post("credit", 20_000);
  await adjust({ direction: "debit", amount: 20_000 });
  await world.post("debit", 1);
  const late = await world.admin("POST", `${PATH}/1/approve`, undefined, "boss");
  expect([late.status, late.json.error]).toEqual([409, "insufficient_balance"]);
  expect((await world.admin("GET", `${PATH}/1`)).json.state).toBe("waiting_approval");
});

test("an adjustment that waits for a user who was deleted meanwhile is left to be cancelled", async () => {
  await adjust({ amount: 20_000 });
  await world.call("DELETE", "/api/partner/users/ext:zoe", { key: world.key });
  const late = await world.admin("POST", `${PATH}/1/approve`, undefined, "boss");
  expect([late.status, late.json.error, late.json.message]).toEqual([
    404,
    "user_not_found",
    "Cancel the adjustment: acme has no user 1 any more.",
  ]);
});

test("404 for unknown partners, users and adjustments; 400 names the field", async () => {
  expect((await adjust({ partner: "nobody" })).json).toMatchObject({
    error: "not_found",
    details: [{ field: "partner", message: "must be the name of a partner" }],
  });
  expect((await adjust({ user_id: "ext:nobody" })).json).toMatchObject({
    error: "user_not_found",
    message: "Check user_id: acme has no user ext:nobody.",
    details: [{ field: "user_id", message: "must be a user of acme" }],
  });
  expect((await world.admin("GET", `${PATH}/7`)).status).toBe(404);
  for (const field of ["amount", "direction", "reason"])
    expect((await adjust({ [field]: "" })).json.details[0].field).toBe(field);
});

test("adjustments are listed newest first, page by page", async () => {
  await adjust();
  await adjust({ amount: 1 });
  const first = (await world.admin("GET", `${PATH}?limit=1`)).json;
  expect(first).toMatchObject({ count: 1, adjustments: [{ adjustment_id: 2, amount: 1, user_id: "1" }] });
  const second = await world.admin("GET", `${PATH}?limit=1&cursor=${first.pagination.next_cursor}`);
  expect(second.json).toMatchObject({ adjustments: [{ adjustment_id: 1 }], pagination: { has_more: false } });
});

test("check notices an adjustment that disagrees with its entry", async () => {
  await adjust();
  const { writer } = world.services.live;
  await writer.run((tx) => tx.run("UPDATE ledger_adjustments SET amount = 1"));
  expect(world.broken()).toEqual(["adjustment 1 and entry 1 disagree"]);
  await writer.run((tx) => tx.run("UPDATE ledger_adjustments SET amount = 1250"));
});
