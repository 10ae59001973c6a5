import { setImmediate as breathe } from "node:timers/promises";
import type { Database } from "../../../db/database.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { Actor } from "../../../http/operation.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import {
  type DeliveryRow,
  DISCARDED_FOR,
  findAnyDelivery,
  markDiscarded,
  ROUND_REFUSAL_WORDS,
  startRound,
} from "../deliveries/index.ts";
import { DISCARDED, type Filters, RETRIED } from "./model.ts";
import { listMatchingIds } from "./store.ts";

/** Maximum number of records per bulk action. */
export const MAX_CHOSEN = 1_000;
/** Records per transaction, so that other changes are not delayed. */
const CHUNK = 100;
/**
 * Maximum number of searches for records to discard: each examines only some of the records if no index covers the filters. A
 * retry passes over those of deleted webhooks, however many, as the same ones would be in its way each time.
 */
const MAX_LOOKS = 50;

type RetriedState = (typeof RETRIED)[number];
type DiscardedState = (typeof DISCARDED)[number];

/** Selects the records of a bulk action: those in one state that has ended or waits, never delivered ones. */
export interface Choice<State extends DiscardedState = DiscardedState> {
  filters: Filters & { state: State };
  /** Id of the newest record at the time of the preview. */
  newest: number;
  /** Only records of webhooks that are not deleted are retried. */
  action: "retry" | "discard";
}

export function isRetried(state: string | undefined): state is RetriedState {
  return RETRIED.some((each) => each === state);
}

/** Sends a failed or dead record in a new round. Returns why not, or null when done. */
export function retryDelivery(tx: Tx, id: number): string | null {
  const delivery = findAnyDelivery(tx, id);
  if (delivery === null) return "There is no such delivery.";
  if (!isRetried(delivery.state)) return `It is ${delivery.state.replaceAll("_", " ")}.`;
  const refusal = startRound(tx, delivery, "operator_replay");
  return refusal === null ? null : `Not now: ${ROUND_REFUSAL_WORDS[refusal]}.`;
}

/** Cancels a failed, dead or held record for the reason. Returns why not, or null when done. */
export function discardDelivery(tx: Tx, id: number, reason: string): string | null {
  const delivery = findAnyDelivery(tx, id);
  if (delivery === null) return "There is no such delivery.";
  if (!DISCARDED.some((each) => each === delivery.state))
    return `It is ${delivery.state.replaceAll("_", " ")}.`;
  markDiscarded(tx, id, DISCARDED_FOR + reason);
  return null;
}

/** Ids of the selected records, newest first. `hasMore`: there are, or may be, others beyond the limits. */
export async function chooseDeliveries(
  sql: Sql,
  { filters, newest, action }: Choice,
  limit = MAX_CHOSEN,
): Promise<{ ids: number[]; hasMore: boolean }> {
  const ids: number[] = [];
  const looks = action === "retry" ? Number.POSITIVE_INFINITY : MAX_LOOKS;
  let before: number | null = newest + 1;
  for (let look = 0; look < looks && before !== null && ids.length < limit; look++) {
    if (look > 0) await breathe();
    const found = listMatchingIds(sql, filters, {
      before,
      limit: limit - ids.length,
      isForRetry: action === "retry",
    });
    ids.push(...found.found);
    before = found.before;
  }
  return { ids, hasMore: before !== null };
}

export interface BulkOutcome {
  /** Number of records that were selected. */
  matched: number;
  /** Number of records that were changed; the others, or their webhook, changed meanwhile. */
  changed: number;
  hasMore: boolean;
}

/** Changes the last portion, and sums up all. */
type LastChange = (tx: Tx) => BulkOutcome;

/**
 * Starts a new round for each selected record, with one audit entry per commit. The last portion is left to the
 * caller's transaction.
 * @param reason kept in the audit trail; null if none was given
 */
export function retryChosen(
  live: Database,
  actor: Actor,
  { choice, reason }: { choice: Choice<RetriedState>; reason: string | null },
): Promise<LastChange> {
  return changeChosen(live, actor, {
    choice,
    action: "webhook_delivery.bulk_replay",
    count: "retried",
    reason,
    apply: (tx, delivery) => startRound(tx, delivery, "operator_replay") === null,
  });
}

/** Cancels each selected record for the reason, as `retryChosen` retries them. */
export function discardChosen(
  live: Database,
  actor: Actor,
  { choice, reason }: { choice: Choice; reason: string },
): Promise<LastChange> {
  return changeChosen(live, actor, {
    choice,
    action: "webhook_delivery.bulk_discard",
    count: "discarded",
    reason,
    apply: (tx, { id }) => {
      markDiscarded(tx, id, DISCARDED_FOR + reason);
      return true;
    },
  });
}

interface BulkChange {
  choice: Choice;
  action: string;
  /** Name of the number of changed records in the audit trail. */
  count: string;
  reason: string | null;
  /** Returns whether the record was changed. */
  apply: (tx: Tx, delivery: DeliveryRow) => boolean;
}

async function changeChosen(live: Database, actor: Actor, change: BulkChange): Promise<LastChange> {
  const { ids, hasMore } = await chooseDeliveries(live.read, change.choice);
  // Oldest first, so that receivers get events in the order in which they happened.
  ids.reverse();
  const changeNext = (tx: Tx, chunk: readonly number[]) => {
    const done = changeChunk(tx, chunk, change);
    if (done.length > 0) auditChunk(tx, actor, { done, change });
    return done.length;
  };
  let [start, changed] = [0, 0];
  for (; ids.length - start > CHUNK; start += CHUNK) {
    const chunk = ids.slice(start, start + CHUNK);
    changed += await live.writer.run((tx) => changeNext(tx, chunk));
  }
  return (tx) => ({ matched: ids.length, changed: changed + changeNext(tx, ids.slice(start)), hasMore });
}

/** Returns the ids of the changed records. */
function changeChunk(tx: Tx, ids: readonly number[], { choice, apply }: BulkChange): number[] {
  return ids.filter((id) => {
    const delivery = findAnyDelivery(tx, id);
    return delivery !== null && delivery.state === choice.filters.state && apply(tx, delivery);
  });
}

function auditChunk(
  tx: Tx,
  actor: Actor,
  { done, change }: { done: readonly number[]; change: BulkChange },
): void {
  const { choice, action, count, reason } = change;
  const details = {
    filters: choice.filters,
    [count]: done.length,
    first_id: done[0],
    last_id: done.at(-1),
    ...(reason === null ? {} : { reason }),
  };
  recordAudit(tx, actor, { action, subject: "webhook_deliveries", details });
}
