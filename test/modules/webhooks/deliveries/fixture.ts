import { expect } from "bun:test";
import { runInvariants } from "../../../../src/compose/invariants.ts";
import type { Tx } from "../../../../src/db/sql.ts";
import { MINUTE_MS } from "../../../../src/kit/clock.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { insertAttempt } from "../../../../src/modules/webhooks/deliveries/attempt-store.ts";
import { deadLetter } from "../../../../src/modules/webhooks/deliveries/index.ts";
import type { ReasonTag } from "../../../../src/modules/webhooks/deliveries/rules.ts";
import { type DeliveryRow, findAnyDelivery } from "../../../../src/modules/webhooks/deliveries/store.ts";
import type { World } from "../../../harness/app/world.ts";

export const TARGET = "https://partner.example/hooks/salute";

/** Makes a webhook by the API and returns its id. */
export async function createWebhook(world: World, key: IssuedKey, event_type = "*"): Promise<number> {
  const body = { event_type, target_url: TARGET };
  return (await world.call("POST", "/api/partner/webhooks", { key, body })).json.webhook.id;
}

/** Switches a webhook on or off by the API. */
export async function switchTo(world: World, key: IssuedKey, id: number, is_active: boolean): Promise<void> {
  const answer = await world.call("PATCH", `/api/partner/webhooks/${id}`, { key, body: { is_active } });
  expect(answer.status).toBe(200);
}

/** A record for each webhook that hears of salutes.credit. */
export async function credit(world: World, key: IssuedKey, user: number | string): Promise<void> {
  const body = { user_id: user, amount: 1, reason: "quest" };
  expect((await world.call("POST", "/api/salutes/credit", { key, body })).status).toBe(200);
}

export function records(world: World): DeliveryRow[] {
  return world.services.live.read.all<DeliveryRow>("SELECT * FROM webhook_deliveries ORDER BY id");
}

export const states = (world: World) => records(world).map(({ state }) => state);

/** What an attempt does to a record, put there by hand: here only what becomes of it is looked at. */
export function attempt(
  world: World,
  id: number,
  outcome: "delivered" | "failed" | "dead_letter",
  reason: ReasonTag = "http_error",
): Promise<void> {
  return world.services.live.writer.run((tx) => {
    const row = requireRecord(tx, id);
    const nextAt = outcome === "failed" ? tx.now + MINUTE_MS : null;
    const isGood = outcome === "delivered";
    insertAttempt(tx, {
      delivery_id: id,
      attempt: row.attempts + 1,
      attempted_at: tx.now,
      http_status: isGood ? 204 : 500,
      duration_ms: 12,
      response_excerpt: isGood ? null : "out of order",
      error: isGood ? null : "the receiver answered 500",
      reason_tag: isGood ? null : reason,
      header_names: null,
      next_attempt_at: nextAt,
      is_probe: 0,
      is_simulated: 0,
    });
    tx.run(
      `UPDATE webhook_deliveries SET state = ?, attempts = attempts + 1, round_attempts = round_attempts + 1,
         next_attempt_at = ?, delivered_at = ?, reason_tag = ?, last_error = ?, last_attempt_at = ?, updated_at = ?
         WHERE id = ?`,
      isGood ? "delivered" : "failed",
      isGood ? null : tx.now + MINUTE_MS,
      isGood ? tx.now : null,
      isGood ? row.reason_tag : reason,
      isGood ? null : "the receiver answered 500",
      tx.now,
      tx.now,
      id,
    );
    if (outcome === "dead_letter") deadLetter(tx, id, { reason, lastError: null });
  });
}

/** Takes a record as an attempt under way does. */
export function lease(world: World, id: number): Promise<unknown> {
  return world.services.live.writer.run((tx) =>
    tx.run(
      `UPDATE webhook_deliveries SET state = 'delivering', next_attempt_at = NULL, lease_id = 'l', lease_expires_at = ?
         WHERE id = ?`,
      tx.now + MINUTE_MS,
      id,
    ),
  );
}

function requireRecord(tx: Tx, id: number): DeliveryRow {
  const row = findAnyDelivery(tx, id);
  if (row === null) throw new Error(`there is no record ${id}`);
  return row;
}

/** The invariants of contract section 13 that do not hold, worded. */
export function broken(world: World): string[] {
  return runInvariants(world.services.live.read, "live", false)
    .filter(({ ok }) => !ok)
    .map(({ name, detail }) => `${name}: ${detail}`);
}
