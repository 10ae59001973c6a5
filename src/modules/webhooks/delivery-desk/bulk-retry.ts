import type { Database } from "../../../db/database.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { Actor } from "../../../http/operation.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { findAnyDelivery, startRound } from "../deliveries/index.ts";
import type { Filters } from "./model.ts";
import { findIds } from "./store.ts";

/** Maximum number of records per bulk retry. */
export const MAX_RETRIED = 1_000;
/** Records per transaction, so that other changes are not delayed. */
const CHUNK = 100;
/** Maximum number of searches: each examines only some of the records if no index covers the filters. */
const MAX_LOOKS = 50;

const RETRIED = ["failed", "dead_letter"] as const;
export type RetriedState = (typeof RETRIED)[number];

/** Selects the records of a bulk retry: failed ones or dead letters, never delivered ones. */
export interface RetryChoice {
  filters: Filters & { state: RetriedState };
  /** Id of the newest record at the time of the preview. */
  newest: number;
}

export function isRetried(state: string | undefined): state is RetriedState {
  return RETRIED.some((each) => each === state);
}

/** Ids of the selected records, newest first. `hasMore`: there are, or may be, others beyond the limits. */
export function chooseRetried(
  sql: Sql,
  { filters, newest }: RetryChoice,
): { ids: number[]; hasMore: boolean } {
  const ids: number[] = [];
  let before: number | null = newest + 1;
  for (let look = 0; look < MAX_LOOKS && before !== null && ids.length < MAX_RETRIED; look++) {
    const found = findIds(sql, filters, { before, limit: MAX_RETRIED - ids.length });
    ids.push(...found.found);
    before = found.before;
  }
  return { ids, hasMore: before !== null };
}

/** Starts a new round for each selected record, with one audit entry per commit. Returns the number of rounds. */
export async function retryChosen(live: Database, actor: Actor, choice: RetryChoice): Promise<number> {
  const { ids } = chooseRetried(live.read, choice);
  let retried = 0;
  // Oldest first, so that receivers get events in the order in which they happened.
  ids.reverse();
  for (let start = 0; start < ids.length; start += CHUNK) {
    const chunk = ids.slice(start, start + CHUNK);
    retried += await live.writer.run((tx) => retryChunk(tx, actor, { filters: choice.filters, ids: chunk }));
  }
  return retried;
}

function retryChunk(
  tx: Tx,
  actor: Actor,
  { filters, ids }: Pick<RetryChoice, "filters"> & { ids: readonly number[] },
): number {
  const done = ids.filter((id) => {
    const delivery = findAnyDelivery(tx, id);
    if (delivery === null || delivery.state !== filters.state) return false;
    return startRound(tx, delivery, "operator_replay") === null;
  });
  if (done.length > 0) {
    const details = { filters, retried: done.length, first_id: done[0], last_id: done.at(-1) };
    recordAudit(tx, actor, {
      action: "webhook_delivery.bulk_replay",
      subject: "webhook_deliveries",
      details,
    });
  }
  return done.length;
}
