import type { Tx } from "../../../../../db/sql.ts";
import { type Claimed, type ClaimTerms, claimDeliveries } from "../claim-deliveries.ts";
import type { Ahead } from "./ahead.ts";

/** Records of a webhook claimed by one transaction: for its slots, oldest first, then some ahead. */
export interface Supply extends Claimed {
  webhookId: number;
  slots: number;
}

/** Room for claims: assigned slots per webhook, and further claims ahead. */
interface Room {
  given: ReadonlyMap<number, number>;
  ahead: Pick<Ahead, "low" | "roomOf">;
}

/** Claims ahead in one commit: few enough that a request hardly waits for them. */
const AHEAD_PER_COMMIT = 256;

/** Claims records for assigned slots, and further ones ahead for quick receivers. */
export function supply(tx: Tx, { given, ahead }: Room, terms: ClaimTerms): Supply[] {
  const wanted = new Map(given);
  for (const webhookId of ahead.low) if (!wanted.has(webhookId)) wanted.set(webhookId, 0);
  let left = AHEAD_PER_COMMIT;
  return [...wanted].map(([webhookId, slots]) => {
    const demand = { webhookId, slots, ahead: Math.min(left, ahead.roomOf(webhookId)) };
    if (slots + demand.ahead === 0) return nothing(webhookId, slots);
    const claimed = claimDeliveries(tx, demand, terms);
    left -= Math.max(0, claimed.claims.length - slots);
    return { webhookId, slots, ...claimed };
  });
}

/** Claims nothing while sending is paused: the slots are returned, and due records stay due. */
export function supplyNothing(given: ReadonlyMap<number, number>): Supply[] {
  return [...given].map(([webhookId, slots]) => nothing(webhookId, slots));
}

function nothing(webhookId: number, slots: number): Supply {
  return { webhookId, slots, claims: [], mayHaveMore: true, isHeldBack: false };
}
