import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { webhooks } from "../../../db/tables/webhooks.ts";

/** A webhook with the outcomes of its newest attempts. */
export interface EndpointRow
  extends Pick<
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
  attempts: number;
  failures: number;
  last_at: number | null;
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

/** A partner's webhooks except deleted ones, with the outcomes of the newest records of each. */
export function listEndpoints(
  sql: Sql,
  partnerId: number,
  { records, limit }: { records: number; limit: number },
): EndpointRow[] {
  return sql.all<EndpointRow>(
    `SELECT ${ENDPOINT}, COUNT(n.id) AS attempts,
       COALESCE(SUM(n.state IN ('failed', 'dead_letter')), 0) AS failures, MAX(n.last_attempt_at) AS last_at
       FROM webhooks AS w JOIN partners AS p ON p.id = w.partner_id
       LEFT JOIN webhook_deliveries AS n ON n.webhook_id = w.id AND n.last_attempt_at IS NOT NULL AND n.id >= COALESCE(
         (SELECT d.id FROM webhook_deliveries AS d WHERE d.webhook_id = w.id ORDER BY d.id DESC LIMIT 1 OFFSET ?), 0)
       WHERE w.partner_id = ? AND w.deleted_at IS NULL GROUP BY w.id ORDER BY w.id DESC LIMIT ?`,
    records - 1,
    partnerId,
    limit,
  );
}
