import type { RowOf } from "../../../db/row.ts";
import type { webhooks } from "../../../db/tables/webhooks.ts";

export const DELIVERY_STATES = [
  "pending",
  "delivering",
  "delivered",
  "failed",
  "dead_letter",
  "held",
  "cancelled",
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * The states that a record may move to from each state (contract section 9). Every move, here and in the engine,
 * follows one of these.
 *
 * pending: due at once, oldest first; the state of new, released and replayed records. failed: due at
 * next_attempt_at. A record that is delivering when its webhook is switched off or deleted finishes that attempt, and
 * is then held or cancelled unless it was delivered. An expired lease returns it to pending (or held, or cancelled).
 * Only in a sandbox file, where nothing is sent, does pending become delivered at once.
 */
export const TRANSITIONS: Readonly<Record<DeliveryState, readonly DeliveryState[]>> = {
  pending: ["delivering", "held", "cancelled", "dead_letter", "delivered"],
  delivering: ["delivered", "failed", "dead_letter", "pending", "held", "cancelled"],
  failed: ["delivering", "pending", "held", "cancelled", "dead_letter"],
  held: ["pending", "cancelled", "dead_letter"],
  delivered: ["pending", "held"],
  dead_letter: ["pending", "held", "cancelled"],
  cancelled: [],
};

/** Why an attempt failed, or why a record left its schedule (contract section 9). */
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

/** The fields that decide where a webhook's waiting records belong. */
export type WebhookSwitch = Pick<RowOf<typeof webhooks>, "is_active" | "is_settling" | "deleted_at">;

/** The state in which a record of this webhook waits: due now, held until the webhook is on again, or cancelled. */
export function restingState(webhook: WebhookSwitch): "pending" | "held" | "cancelled" {
  if (webhook.deleted_at !== null) return "cancelled";
  return webhook.is_active === 1 && webhook.is_settling === 0 ? "pending" : "held";
}

/** Begins the last error of a record that an operator discarded; the reason follows. */
export const DISCARDED_FOR = "discarded: ";

/** A record's last error, or an attempt's, as pages show it; null without one. An operator's reason stands alone. */
export function describeError(tag: string | null, error: string | null): string | null {
  if (error === null || error.startsWith(DISCARDED_FOR)) return error;
  return `${tag ?? "other"}: ${error}`;
}

/** Why a record gets no new round. */
export const ROUND_REFUSALS = ["in_progress", "webhook_deleted", "discarded"] as const;
export type RoundRefusal = (typeof ROUND_REFUSALS)[number];

/**
 * A new round starts only if the last one has ended or waits for a retry.
 * @param webhook null if it does not exist.
 * @returns why not, or null if it may start.
 */
export function refuseRound(state: DeliveryState, webhook: WebhookSwitch | null): RoundRefusal | null {
  if (webhook === null || webhook.deleted_at !== null) return "webhook_deleted";
  if (state === "cancelled") return "discarded";
  return state === "failed" || state === "delivered" || state === "dead_letter" ? null : "in_progress";
}

/** Why a record is not sent again, for people. */
export const ROUND_REFUSAL_WORDS: Record<(typeof ROUND_REFUSALS)[number], string> = {
  in_progress: "it is on its way, or held until its webhook is on again",
  webhook_deleted: "its webhook is deleted",
  discarded: "an operator discarded it",
};
