import { afterEach, beforeEach, expect, test } from "bun:test";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { makeOperator, signedIn } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import {
  attempt,
  broken,
  createWebhook,
  credit,
  lease,
  records,
  states,
  switchTo,
} from "../deliveries/fixture.ts";

let world: World;
let key: IssuedKey;
let webhook: number;
let token: string;

/** Six records: dead, dead, failed, delivered, delivering, pending. */
beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
  webhook = await createWebhook(world, key, "salutes.credit");
  await world.createUser(key, "zoe");
  for (let each = 0; each < 6; each++) await credit(world, key, "ext:zoe");
  await attempt(world, idAt(0), "dead_letter", "timeout");
  await attempt(world, idAt(1), "dead_letter");
  await attempt(world, idAt(2), "failed");
  await attempt(world, idAt(3), "delivered");
  await lease(world, idAt(4));
  token = (await makeOperator(world, "ops", "operator")).token;
});

afterEach(() => world.close());

const idAt = (index: number) => records(world)[index]?.id ?? 0;
const bulk = (body: object, bearer = token, keyed: Record<string, string> = {}) =>
  world.call("POST", "/admin/ops/deliveries/bulk", {
    body,
    nonce: null,
    headers: { authorization: `Bearer ${bearer}`, ...keyed },
  });
const discard = (filter: object) => bulk({ filter, action: "discard", reason: "receiver shut down" });
const audited = (action: string) =>
  world.services.live.read
    .all<{ actor: string; details: string }>(
      "SELECT actor, details FROM audit_entries WHERE action = ? ORDER BY id",
      action,
    )
    .map(({ actor, details }) => ({ actor, ...JSON.parse(details) }));

test("a discard cancels the dead letters that fit, with the reason on the record and in the trail", async () => {
  expect((await discard({ partner: "other" })).json).toMatchObject({ matched: 0, changed: 0 });
  const { status, json } = await discard({ partner: "acme" });
  expect(status).toBe(200);
  expect(json).toMatchObject({ action: "discard", matched: 2, changed: 2, skipped: 0, has_more: false });
  expect(states(world)).toEqual(["cancelled", "cancelled", "failed", "delivered", "delivering", "pending"]);
  expect(records(world)[0]).toMatchObject({
    reason_tag: "timeout",
    last_error: "discarded: receiver shut down",
    died_at: null,
  });
  expect(audited("webhook_delivery.bulk_discard")).toEqual([
    {
      actor: "ops",
      filters: { partner: "acme", state: "dead_letter" },
      discarded: 2,
      first_id: idAt(0),
      last_id: idAt(1),
      reason: "receiver shut down",
    },
  ]);
  expect((await discard({ partner: "acme" })).json).toMatchObject({ matched: 0, changed: 0 });
  expect(broken(world)).toEqual([]);
});

test("a discard takes failed and held records too, and they stay cancelled when the webhook is on again", async () => {
  expect((await discard({ state: "failed" })).json.changed).toBe(1);
  await switchTo(world, key, webhook, false);
  expect((await discard({ state: "held", webhook_id: webhook })).json.changed).toBe(1);
  await switchTo(world, key, webhook, true);
  expect(states(world)).toEqual([
    "dead_letter",
    "dead_letter",
    "cancelled",
    "delivered",
    "delivering",
    "cancelled",
  ]);
  expect(broken(world)).toEqual([]);
});

test("a discarded record is not sent again: its partner and operators read that it was discarded", async () => {
  await discard({ state: "dead_letter" });
  const replay = await world.call("POST", "/api/partner/webhook-events/replay", {
    key,
    body: { event_ids: [idAt(0)] },
  });
  expect(replay.json.results[0]).toMatchObject({ replayed: false, error: "discarded" });
  const operator = await signedIn(world, "second", "operator");
  const page = await operator.open(`/admin/deliveries/${idAt(0)}`);
  expect(page.text).toContain("discarded: receiver shut down");
  expect(page.text).not.toContain(": discarded:");
  expect((await operator.submit(`/admin/deliveries/${idAt(0)}/replay`)).text).toContain(
    "an operator discarded it",
  );
  expect(states(world)[0]).toBe("cancelled");
});

test("a retry starts a new round for what fits and leaves out records of a deleted webhook", async () => {
  const retry = (filter: object) => bulk({ filter, action: "retry", reason: "receiver is back" });
  expect((await retry({ state: "failed", event_type: "salutes.debit" })).json.matched).toBe(0);
  expect((await retry({ state: "failed" })).json).toMatchObject({ matched: 1, changed: 1, skipped: 0 });
  expect(states(world).slice(0, 3)).toEqual(["dead_letter", "dead_letter", "pending"]);
  const [entry] = audited("webhook_delivery.bulk_replay");
  expect(entry).toMatchObject({ actor: "ops", retried: 1, reason: "receiver is back" });
  await world.call("DELETE", `/api/partner/webhooks/${webhook}`, { key });
  expect((await retry({})).json).toMatchObject({ matched: 0, changed: 0, has_more: false });
  expect(audited("webhook_delivery.bulk_replay")).toHaveLength(1);
});

/** Adds dead letters of a new webhook of acme. */
function addDead(count: number): Promise<number> {
  return world.services.live.writer.run((tx) => {
    const { id } = tx.one<{ id: number }>(
      `INSERT INTO webhooks (uid, partner_id, event_types, target_url, secret_sealed, is_active, is_settling, revision,
         consecutive_failures, is_slow, created_at, updated_at)
         SELECT 'whk_dead', partner_id, event_types, target_url, secret_sealed, 1, 0, 1, 0, 0, 0, 0
           FROM webhooks WHERE id = ? RETURNING id`,
      webhook,
    );
    tx.run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
         INSERT INTO events (id, uid, partner_id, sequence, event_type, data, fanout_count, created_at)
         SELECT 1000 + i, 'evt_' || i, partner_id, 1000 + i, 'users.deleted', '{}', 1, 0
           FROM n, webhooks WHERE webhooks.id = ${id}`,
    );
    tx.run(
      `INSERT INTO webhook_deliveries (webhook_id, event_id, partner_id, state, round_started_at, died_at, created_at,
         updated_at) SELECT ${id}, id, partner_id, 'dead_letter', 0, 0, 0, 0 FROM events WHERE id > 1000`,
    );
    return id;
  });
}

test("a retry gets past more dead letters of a deleted webhook than one call takes", async () => {
  const other = await addDead(1_001);
  const retry = () => bulk({ filter: {}, action: "retry", reason: "receiver is back" });
  await world.call("DELETE", `/api/partner/webhooks/${other}`, { key });
  expect((await retry()).json).toMatchObject({ matched: 2, changed: 2, skipped: 0, has_more: false });
  expect(states(world).slice(0, 3)).toEqual(["pending", "pending", "failed"]);
  expect((await discard({})).json).toMatchObject({ matched: 1_000, changed: 1_000, has_more: true });
});

test("with an Idempotency-Key, equal requests at once and later change records once, in a commit per portion", async () => {
  for (let each = 0; each < 250; each++) await credit(world, key, "ext:zoe");
  await world.services.live.writer.run((tx) =>
    tx.run(
      "UPDATE webhook_deliveries SET state = 'dead_letter', next_attempt_at = NULL, died_at = ? WHERE state = 'pending'",
      tx.now,
    ),
  );
  const body = { filter: {}, action: "retry", reason: "receiver is back" };
  const send = (changed = body) => bulk(changed, token, { "idempotency-key": "retry-1" });
  const twins = await Promise.all([send(), send()]);
  expect(twins[0].json).toMatchObject({ matched: 253, changed: 253, skipped: 0, has_more: false });
  const retried = () => audited("webhook_delivery.bulk_replay").map((entry) => entry.retried);
  expect(retried()).toEqual([100, 100, 53]);
  await attempt(world, idAt(0), "dead_letter");
  const answers = [...twins, await send()];
  expect(answers.filter(({ headers }) => headers.get("idempotency-replayed") === "true")).toHaveLength(2);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  const other = await send({ ...body, action: "discard" });
  expect([other.status, other.json.error]).toEqual([409, "idempotency_conflict"]);
  expect([states(world)[0], retried().length]).toEqual(["dead_letter", 3]);
  expect(broken(world)).toEqual([]);
});

test.each([
  [{ filter: { state: "held" }, action: "retry", reason: "x" }, "filter.state"],
  [{ filter: { state: "delivered" }, action: "discard", reason: "x" }, "filter.state"],
  [{ filter: {}, action: "delete", reason: "x" }, "action"],
  [{ filter: {}, action: "discard" }, "reason"],
  [{ filter: {}, action: "discard", reason: "  " }, "reason"],
  [{ action: "discard", reason: "x" }, "filter"],
])("400 for %p, naming %s, and nothing changes", async (body, field) => {
  const before = states(world);
  const { status, json } = await bulk(body);
  expect([status, json.details[0].field]).toEqual([400, field]);
  expect(states(world)).toEqual(before);
});

test("403 for a viewer and 503 in safe mode: nothing changes", async () => {
  const before = states(world);
  const body = { filter: {}, action: "discard", reason: "x" };
  const viewer = await makeOperator(world, "eve", "viewer");
  expect((await bulk(body, viewer.token)).status).toBe(403);
  const owner = await signedIn(world, "boss", "owner");
  await owner.open("/admin/safe-mode");
  await owner.submit("/admin/safe-mode", { state: "on", reason: "test" });
  expect((await bulk(body)).status).toBe(503);
  expect(states(world)).toEqual(before);
});
