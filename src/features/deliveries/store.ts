import type { Sql, Tx } from "../../db/sql.ts";
import type { DeliveryState, ReasonTag } from "./rules.ts";

/** A record as it is kept; times in Unix milliseconds. */
export interface DeliveryRow {
  id: number;
  webhook_id: number;
  event_id: number;
  partner_id: number;
  state: DeliveryState;
  attempts: number;
  round_attempts: number;
  round_started_at: number;
  round_held_ms: number;
  held_at: number | null;
  next_attempt_at: number | null;
  lease_id: string | null;
  lease_expires_at: number | null;
  reason_tag: ReasonTag | null;
  last_error: string | null;
  last_attempt_at: number | null;
  delivered_at: number | null;
  died_at: number | null;
  created_at: number;
  updated_at: number;
}

/** A partner's record; null for an unknown one and for another partner's. */
export function findDelivery(sql: Sql, partnerId: number, id: number): DeliveryRow | null {
  return sql.get<DeliveryRow>(
    "SELECT * FROM webhook_deliveries WHERE id = ? AND partner_id = ?",
    id,
    partnerId,
  );
}

/** An attempt as it is kept; 0 or 1 where the name begins with is_. */
export interface AttemptRow {
  id: number;
  delivery_id: number;
  attempt: number;
  attempted_at: number;
  http_status: number | null;
  duration_ms: number;
  response_excerpt: string | null;
  error: string | null;
  reason_tag: ReasonTag | null;
  next_attempt_at: number | null;
  is_probe: number;
  is_simulated: number;
}

export function insertAttempt(tx: Tx, attempt: Omit<AttemptRow, "id">): void {
  tx.run(
    `INSERT INTO webhook_attempts (delivery_id, attempt, attempted_at, http_status, duration_ms, response_excerpt, error,
       reason_tag, next_attempt_at, is_probe, is_simulated) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    attempt.delivery_id,
    attempt.attempt,
    attempt.attempted_at,
    attempt.http_status,
    attempt.duration_ms,
    attempt.response_excerpt,
    attempt.error,
    attempt.reason_tag,
    attempt.next_attempt_at,
    attempt.is_probe,
    attempt.is_simulated,
  );
}
