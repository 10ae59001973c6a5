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
    | "revision"
  >;

const RECEIVER = `SELECT id, uid, partner_id, target_url, secret_sealed, previous_secret_sealed,
  previous_secret_expires_at, revision, is_active, is_settling, deleted_at, consecutive_failures, probe_at, is_slow
  FROM webhooks WHERE id = ?`;

/** The webhooks that one transaction deals with, each read once. */
export class Receivers {
  readonly #read = new Map<number, ReceiverRow | null>();

  constructor(private readonly tx: Tx) {}

  /** A webhook for a sender; null where it is not there. */
  find(webhookId: number): ReceiverRow | null {
    let row = this.#read.get(webhookId);
    if (row === undefined) {
      row = this.tx.get<ReceiverRow>(RECEIVER, webhookId);
      this.#read.set(webhookId, row);
    }
    return row;
  }

  /** Keeps how a receiver does from now on. */
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

  /** It was changed otherwise: the next look reads it again. */
  forget(webhookId: number): void {
    this.#read.delete(webhookId);
  }
}
