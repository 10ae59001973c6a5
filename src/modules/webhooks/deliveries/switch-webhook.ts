import type { Tx } from "../../../db/sql.ts";
import { drain } from "./sending/drain.ts";

/**
 * Switches a webhook on, with its failures reset, or off: by its partner, or because its receiver is gone (410). Its
 * waiting records follow. The webhook must not be deleted.
 */
export function switchWebhook(tx: Tx, webhookId: number, to: "on" | "partner" | "gone"): void {
  if (to === "on") {
    tx.run(
      `UPDATE webhooks SET is_active = 1, off_reason = NULL, reason = NULL, consecutive_failures = 0, probe_at = NULL,
         is_slow = 0, revision = revision + 1, updated_at = ? WHERE id = ?`,
      tx.now,
      webhookId,
    );
  } else {
    tx.run(
      `UPDATE webhooks SET is_active = 0, off_reason = ?, probe_at = NULL, revision = revision + 1, updated_at = ?
         WHERE id = ?`,
      to,
      tx.now,
      webhookId,
    );
  }
  drain(tx, webhookId);
}
