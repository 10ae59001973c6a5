import type { Tx } from "../../../db/sql.ts";
import { announceDue } from "../events/index.ts";
import { type ReasonTag, type RoundRefusal, refuseRound, restingState } from "./rules.ts";
import { beginRound, type DeliveryRow, findSwitch } from "./store.ts";

/**
 * Gives a record that is failed, delivered or dead a new round, now: its numbers count on, its attempts stay, its 3
 * days begin anew. Where its webhook is off it is held. Returns why not, or null where it is done.
 */
export function startRound(tx: Tx, delivery: DeliveryRow, reason: ReasonTag): RoundRefusal | null {
  const webhook = findSwitch(tx, delivery.webhook_id);
  const refusal = refuseRound(delivery.state, webhook);
  if (refusal !== null || webhook === null) return refusal;
  const state = restingState(webhook);
  beginRound(tx, delivery.id, state === "pending" ? "pending" : "held", reason);
  if (state === "pending") announceDue(tx);
  return null;
}
