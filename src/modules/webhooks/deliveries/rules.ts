import type { RowOf } from "../../../db/row.ts";
import type { DELIVERY_STATES, webhooks } from "../../../db/tables/webhooks.ts";

export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * Where a record may go from each state (contract section 9). Whatever moves one, here or in the engine, moves it along
 * one of these.
 *
 * pending: due at once, oldest first; so it is made, released and replayed. failed: due at next_attempt_at. A record
 * that is delivering when its webhook goes off or is deleted ends that attempt first, and is then held or cancelled
 * unless the attempt delivered it. A lease that runs out puts it back to pending (or held, or cancelled). Only in a
 * practice file, where nothing is sent, does pending become delivered at once.
 */
export const TRANSITIONS: Readonly<Record<DeliveryState, readonly DeliveryState[]>> = {
  pending: ["delivering", "held", "cancelled", "dead_letter", "delivered"],
  delivering: ["delivered", "failed", "dead_letter", "pending", "held", "cancelled"],
  failed: ["delivering", "pending", "held", "cancelled", "dead_letter"],
  held: ["pending", "cancelled", "dead_letter"],
  delivered: ["pending", "held"],
  dead_letter: ["pending", "held"],
  cancelled: [],
};

/** Why an attempt failed, or a record left its way (contract section 9). */
export const REASON_TAGS = [
  "http_error",
  "timeout",
  "dns_error",
  "connection_error",
  "tls_error",
  "blocked_target",
  "gone",
  "expired",
  "receiver_fix",
  "operator_replay",
  "other",
] as const;
export type ReasonTag = (typeof REASON_TAGS)[number];

/** What decides where a waiting record of a webhook belongs. */
export type WebhookSwitch = Pick<RowOf<typeof webhooks>, "is_active" | "is_settling" | "deleted_at">;

/** Where a record of this webhook waits for its next chance: due now, kept until it is on again, or given up. */
export function restingState(webhook: WebhookSwitch): "pending" | "held" | "cancelled" {
  if (webhook.deleted_at !== null) return "cancelled";
  return webhook.is_active === 1 && webhook.is_settling === 0 ? "pending" : "held";
}

/** Why a record gets no new round. */
export type RoundRefusal = "in_progress" | "webhook_deleted";

/**
 * A round begins only where the last one has ended, or waits for a retry. @param webhook null where it is not there.
 */
export function refuseRound(state: DeliveryState, webhook: WebhookSwitch | null): RoundRefusal | null {
  if (webhook === null || webhook.deleted_at !== null || state === "cancelled") return "webhook_deleted";
  return state === "failed" || state === "delivered" || state === "dead_letter" ? null : "in_progress";
}
