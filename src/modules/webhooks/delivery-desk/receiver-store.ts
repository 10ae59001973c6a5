import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { webhooks } from "../../../db/tables/webhooks.ts";
import type { Tally } from "../../platform/notices/index.ts";

export const RECEIVERS_PATH = "/admin/receivers";

/**
 * Why a receiver does not take its deliveries. failing: its last attempt failed. gone: it answered 410. off: its partner
 * switched it off while deliveries wait.
 */
export const RECEIVER_STATES = ["failing", "gone", "off"] as const;
export type ReceiverState = (typeof RECEIVER_STATES)[number];

/** A webhook that does not take its deliveries, with those that wait for it. */
export interface ReceiverRow
  extends Pick<
    RowOf<typeof webhooks>,
    | "id"
    | "target_url"
    | "is_active"
    | "off_reason"
    | "reason"
    | "probe_at"
    | "consecutive_failures"
    | "updated_at"
  > {
  partner: string;
  waiting: number;
  /** Creation time of the oldest waiting delivery; null if none waits. */
  oldest_at: number | null;
}

const WAITING = "FROM webhook_deliveries AS d WHERE d.webhook_id = w.id AND d.state";

// Literals: SQLite uses a partial index only for them.
const WAITS = `(SELECT COUNT(*) ${WAITING} = 'pending') + (SELECT COUNT(*) ${WAITING} = 'failed')
  + (SELECT COUNT(*) ${WAITING} = 'held')`;

const OLDEST = `(SELECT MIN(o.created_at) FROM webhook_deliveries AS o WHERE o.id = (SELECT MIN(id) FROM (
  SELECT MIN(d.id) AS id ${WAITING} = 'pending' UNION ALL SELECT MIN(d.id) ${WAITING} = 'failed'
  UNION ALL SELECT MIN(d.id) ${WAITING} = 'held')))`;

const CONDITIONS: Record<ReceiverState, string> = {
  failing: "w.is_active = 1 AND w.consecutive_failures > 0",
  gone: "w.is_active = 0 AND w.off_reason = 'gone'",
  off: `w.is_active = 0 AND w.off_reason = 'partner' AND EXISTS (SELECT 1 ${WAITING} = 'held')`,
};

function receiversIn(state: ReceiverState): string {
  return `SELECT w.id, p.name AS partner, w.target_url, w.is_active, w.off_reason, w.reason, w.probe_at,
    w.consecutive_failures, w.updated_at, ${WAITS} AS waiting, ${OLDEST} AS oldest_at
    FROM webhooks AS w JOIN partners AS p ON p.id = w.partner_id WHERE w.deleted_at IS NULL AND ${CONDITIONS[state]}`;
}

/** Receivers in a state, those with the most waiting deliveries first. */
export function listReceivers(
  sql: Sql,
  state: ReceiverState,
  { offset, limit }: { offset: number; limit: number },
): ReceiverRow[] {
  return sql.all<ReceiverRow>(
    `${receiversIn(state)} ORDER BY waiting DESC, w.id LIMIT ? OFFSET ?`,
    limit,
    offset,
  );
}

/** Number of receivers in a state, with the deliveries that wait for them. */
export function tallyReceivers(sql: Sql, state: ReceiverState): Tally {
  const { count, waiting, oldest_at } = sql.one<{
    count: number;
    waiting: number;
    oldest_at: number | null;
  }>(
    `SELECT COUNT(*) AS count, ifnull(SUM(waiting), 0) AS waiting, MIN(oldest_at) AS oldest_at FROM (${receiversIn(state)})`,
  );
  const sums = waiting === 0 ? [] : [{ amount: waiting.toLocaleString("en"), unit: "waiting deliveries" }];
  return { count, oldestAt: oldest_at, sums };
}
