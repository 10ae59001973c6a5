import type { RowOf } from "../../../../db/row.ts";
import type { Tx } from "../../../../db/sql.ts";
import type { webhooks } from "../../../../db/tables/webhooks.ts";
import type { WebhookSwitch } from "../rules.ts";
import { type Condition, isSameCondition } from "./breaker.ts";

/** A webhook with the columns that sending needs. */
export type ReceiverRow = Condition &
  WebhookSwitch &
  Pick<
    RowOf<typeof webhooks>,
    | "id"
    | "uid"
    | "partner_id"
    | "target_url"
    | "secret_sealed"
    | "previous_secret_sealed"
    | "previous_secret_expires_at"
    | "header_names"
    | "headers_sealed"
    | "max_per_second"
    | "revision"
  >;

const RECEIVER = `SELECT id, uid, partner_id, target_url, secret_sealed, previous_secret_sealed,
  previous_secret_expires_at, header_names, headers_sealed, max_per_second, revision, is_active, is_settling,
  deleted_at, consecutive_failures, probe_at, is_slow FROM webhooks WHERE id = ?`;

/** The webhooks of one transaction, each read once. */
export class Receivers {
  readonly #read = new Map<number, ReceiverRow | null>();

  constructor(private readonly tx: Tx) {}

  /** A webhook with the columns for sending; null if it does not exist. */
  find(webhookId: number): ReceiverRow | null {
    let row = this.#read.get(webhookId);
    if (row === undefined) {
      row = this.tx.get<ReceiverRow>(RECEIVER, webhookId);
      this.#read.set(webhookId, row);
    }
    return row;
  }

  /** Stores a receiver's condition if it changed. */
  setCondition(receiver: ReceiverRow, after: Condition): void {
    if (isSameCondition(receiver, after)) return;
    this.tx.run(
      "UPDATE webhooks SET consecutive_failures = ?, probe_at = ?, is_slow = ? WHERE id = ?",
      after.consecutive_failures,
      after.probe_at,
      after.is_slow,
      receiver.id,
    );
    this.#read.set(receiver.id, { ...receiver, ...after });
  }

  /** Forgets a webhook that was changed elsewhere, so that the next call reads it again. */
  forget(webhookId: number): void {
    this.#read.delete(webhookId);
  }
}
