import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { webhooks } from "../../../db/tables/webhooks.ts";

interface Outcomes {
  attempts: number;
  failures: number;
  last_at: number | null;
}

/** A webhook with the outcomes of its newest attempts. */
export interface EndpointRow
  extends Outcomes,
    Pick<
      RowOf<typeof webhooks>,
      | "event_types"
      | "target_url"
      | "description"
      | "header_names"
      | "max_per_second"
      | "is_active"
      | "off_reason"
      | "probe_at"
      | "consecutive_failures"
      | "deleted_at"
      | "created_at"
    > {
  webhook_id: RowOf<typeof webhooks>["id"];
  partner: string;
}

const ENDPOINT = `w.id AS webhook_id, p.name AS partner, w.event_types, w.target_url, w.description, w.header_names, w.max_per_second, w.is_active, w.off_reason, w.probe_at,
  w.consecutive_failures, w.deleted_at, w.created_at`;

/** Webhooks with attempts since a time, among the newest `limit` attempts. */
export function listSentTo(sql: Sql, since: number, limit: number): EndpointRow[] {
  return sql.all<EndpointRow>(
    `SELECT ${ENDPOINT}, s.attempts, s.failures, s.last_at
       FROM (SELECT d.webhook_id, COUNT(*) AS attempts, SUM(a.reason_tag IS NOT NULL) AS failures,
           MAX(a.attempted_at) AS last_at
         FROM webhook_attempts AS a JOIN webhook_deliveries AS d ON d.id = a.delivery_id
         WHERE a.id > (SELECT COALESCE(MAX(id), 0) FROM webhook_attempts) - ? AND a.attempted_at >= ?
         GROUP BY d.webhook_id) AS s
       JOIN webhooks AS w ON w.id = s.webhook_id JOIN partners AS p ON p.id = w.partner_id`,
    limit,
    since,
  );
}

/**
 * A partner's webhooks except deleted ones, each with the outcomes of its last attempts, probes included. They are those at
 * its newest records, at those before the first that waits or is held, and at the oldest that wait, which retries and probes take.
 */
export function listEndpoints(
  sql: Sql,
  partnerId: number,
  { attempts, limit }: { attempts: number; limit: number },
): EndpointRow[] {
  return sql
    .all<Omit<EndpointRow, keyof Outcomes>>(
      `SELECT ${ENDPOINT} FROM webhooks AS w JOIN partners AS p ON p.id = w.partner_id
         WHERE w.partner_id = ? AND w.deleted_at IS NULL ORDER BY w.id DESC LIMIT ?`,
      partnerId,
      limit,
    )
    .map((row) => ({ ...row, ...sql.one<Outcomes>(LAST_OUTCOMES, row.webhook_id, attempts) }));
}

/** Above every id. */
const NO_ID = Number.MAX_SAFE_INTEGER;

/** Of a webhook (1) and the number of its last attempts (2). */
const LAST_OUTCOMES = `SELECT COUNT(*) AS attempts, COALESCE(SUM(reason_tag IS NOT NULL), 0) AS failures,
    MAX(attempted_at) AS last_at
  FROM (SELECT a.reason_tag, a.attempted_at
    FROM (SELECT id FROM (SELECT id FROM webhook_deliveries WHERE webhook_id = ?1 ORDER BY id DESC LIMIT ?2)
      UNION SELECT id FROM (SELECT id FROM webhook_deliveries
        WHERE webhook_id = ?1 AND state = 'failed' ORDER BY id LIMIT ?2)
      UNION SELECT id FROM (SELECT id FROM webhook_deliveries
        WHERE webhook_id = ?1 AND state = 'pending' ORDER BY id LIMIT 1)
      UNION SELECT id FROM (SELECT id FROM webhook_deliveries WHERE webhook_id = ?1 AND id < min(
          ifnull((SELECT min(id) FROM webhook_deliveries WHERE webhook_id = ?1 AND state = 'held'), ${NO_ID}),
          ifnull((SELECT min(id) FROM webhook_deliveries WHERE webhook_id = ?1 AND state = 'pending'), ${NO_ID}))
        ORDER BY id DESC LIMIT ?2)
      UNION SELECT id FROM webhook_deliveries INDEXED BY webhook_deliveries_leases
        WHERE state = 'delivering' AND webhook_id = ?1) AS tried
    CROSS JOIN webhook_attempts AS a ON a.id IN
      (SELECT id FROM webhook_attempts WHERE delivery_id = tried.id ORDER BY id DESC LIMIT ?2)
    ORDER BY a.id DESC LIMIT ?2)`;
