import type { Tx } from "../../../../db/sql.ts";
import { insertAttempt } from "../attempt-store.ts";
import { deadLetter } from "../dead-letter.ts";
import { setAttempts } from "./simulation-store.ts";

const REFUSED = { http_status: 500, reason_tag: "http_error", error: "HTTP 500" } as const;

/**
 * Makes a held record of a sandbox file a dead letter after refused attempts, the last of them now and `everyMs` apart;
 * for the seed.
 */
export function seedDeadLetter(
  tx: Tx,
  { deliveryId, attempts, everyMs }: { deliveryId: number; attempts: number; everyMs: number },
): void {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const attempted_at = tx.now - (attempts - attempt) * everyMs;
    insertAttempt(tx, {
      delivery_id: deliveryId,
      attempt,
      attempted_at,
      duration_ms: 12,
      response_excerpt: "receiver is down",
      header_names: null,
      next_attempt_at: attempt === attempts ? null : attempted_at + everyMs,
      is_probe: 0,
      is_simulated: 1,
      ...REFUSED,
    });
  }
  setAttempts(tx, deliveryId, attempts);
  deadLetter(tx, deliveryId, { reason: REFUSED.reason_tag, lastError: REFUSED.error });
}
