import type { Tx } from "../../../db/sql.ts";
import { announceDue } from "../events/index.ts";
import { type ReasonTag, type RoundRefusal, refuseRound, restingState } from "./rules.ts";
import { beginRound, type DeliveryRow, findSwitch } from "./store.ts";

/**
 * Starts a new round for a record that is failed, delivered or dead: counters continue, attempts stay, and the 3 days
 * start again. If its webhook is off, the record is held. Returns why not, or null when done.
 */
export function startRound(tx: Tx, delivery: DeliveryRow, reason: ReasonTag): RoundRefusal | null {
  const webhook = findSwitch(tx, delivery.webhook_id);
  const refusal = refuseRound(delivery.state, webhook);
  if (refusal !== null || webhook === null) return refusal;
  const state = restingState(webhook);
  beginRound(tx, delivery.id, { state: state === "pending" ? "pending" : "held", reason });
  if (state === "pending") announceDue(tx);
  return null;
}
