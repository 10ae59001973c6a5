import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { webhookAttempts } from "../../../db/tables/webhooks.ts";
import type { PagePosition } from "../../../kit/cursor.ts";
import type { ReasonTag } from "./rules.ts";

/** A stored attempt; 0 or 1 where the name begins with is_. */
export interface AttemptRow extends RowOf<typeof webhookAttempts> {
  reason_tag: ReasonTag | null;
}

/** Every attempt at a record, probes included, newest first. */
export function listAttempts(sql: Sql, deliveryId: number, page: PagePosition): AttemptRow[] {
  return sql.all<AttemptRow>(
    "SELECT * FROM webhook_attempts WHERE delivery_id = ? AND id < ? ORDER BY id DESC LIMIT ? OFFSET ?",
    deliveryId,
    page.after ?? Number.MAX_SAFE_INTEGER,
    page.limit,
    page.offset,
  );
}

export function insertAttempt(tx: Tx, attempt: Omit<AttemptRow, "id">): void {
  tx.run(
    `INSERT INTO webhook_attempts (delivery_id, attempt, attempted_at, http_status, duration_ms, response_excerpt, error,
       reason_tag, header_names, next_attempt_at, is_probe, is_simulated) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    attempt.delivery_id,
    attempt.attempt,
    attempt.attempted_at,
    attempt.http_status,
    attempt.duration_ms,
    attempt.response_excerpt,
    attempt.error,
    attempt.reason_tag,
    attempt.header_names,
    attempt.next_attempt_at,
    attempt.is_probe,
    attempt.is_simulated,
  );
}
