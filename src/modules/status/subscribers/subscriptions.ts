import type { Sql, Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { DAY_MS, HOUR_MS } from "../../../kit/clock.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { randomSecret, ulid } from "../../../kit/ids.ts";
import { DailyCap } from "../../platform/daily-caps/index.ts";
import { LookupKey } from "../../platform/lookup-keys/index.ts";
import type { Postbox } from "../../platform/mail/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { aboutOf, BASE } from "./notice.ts";
import {
  advanceNotice,
  countRequested,
  countSubscribers,
  deleteSubscriber,
  findByEmail,
  findByToken,
  findDueNotice,
  insertSubscriber,
  listConfirmed,
  markConfirmed,
  markRequested,
  type SubscriberRow,
} from "./store.ts";

export interface SubscriptionParts {
  keyring: Keyring;
  /** Null if mail is not configured. */
  postbox: Postbox | null;
  baseUrl: () => string;
}

const MAX_SUBSCRIBERS = 50_000;
/** Daily limit on confirmations over all mail addresses, against abuse for flooding others. */
const MAX_DAILY_REQUESTS = 1_000;
/** Share of one network address (IPv6: one /64), so that it does not use up what is left for others. */
const MAX_DAILY_REQUESTS_PER_ADDRESS = 20;
const REQUEST_INTERVAL_MS = HOUR_MS;
const BATCH_MAILS = 50;

/** Subscribers to incidents by e-mail. Addresses are sealed; tokens are stored hashed, and sealed for later mails. */
export class Subscriptions {
  readonly #key: LookupKey;
  readonly #perAddress: DailyCap;

  constructor(private readonly parts: SubscriptionParts) {
    this.#key = new LookupKey(parts.keyring, "status_subscribers");
    this.#perAddress = new DailyCap(parts.keyring, "status_subscriptions", MAX_DAILY_REQUESTS_PER_ADDRESS);
  }

  /** Whether mail is configured. */
  get isOn(): boolean {
    return this.parts.postbox !== null;
  }

  /**
   * Sends a confirmation to an address, at most once an hour, and never reveals whether the address is known. @throws
   * Problem state_conflict if mail is not configured, or after too many requests
   * @param address of the requester
   */
  request(tx: Tx, email: string, address: string): void {
    const postbox = this.#requirePostbox();
    // Before the address is looked up: past the limit, too, known and unknown ones get the same answer.
    if (
      !this.#perAddress.take(tx, address) ||
      countRequested(tx, tx.now - DAY_MS) >= MAX_DAILY_REQUESTS ||
      countSubscribers(tx).all >= MAX_SUBSCRIBERS
    )
      throw new Problem("state_conflict", "Try again tomorrow: the daily limit of subscriptions is reached.");
    const known = findByEmail(tx, this.#key.make(tx, email.toLowerCase()));
    if (known !== null && (known.confirmed_at !== null || tx.now - known.asked_at < REQUEST_INTERVAL_MS))
      return;
    const token = known === null ? this.#add(tx, email) : this.#tokenOf(known);
    if (known !== null) markRequested(tx, known.id);
    const url = this.parts.baseUrl();
    postbox.post(tx, {
      to: email,
      subject: `Confirm: status of ${new URL(url).host}`,
      text: [
        `Someone subscribed this address to incidents of ${url}.`,
        "",
        "Open this page to confirm:",
        `${url}/status/subscribe/${token}`,
        "",
        "If that was not you, ignore this mail: the request is deleted after a week.",
        "",
      ].join("\n"),
      partnerId: null,
      about: `status:confirm:${sha256Hex(token).slice(0, 16)}`,
    });
  }

  /** Subscription of a token; null if unknown. */
  find(sql: Sql, token: string): { isConfirmed: boolean } | null {
    const row = findByToken(sql, sha256Hex(token));
    return row === null ? null : { isConfirmed: row.confirmed_at !== null };
  }

  /** @throws Problem not_found */
  confirm(tx: Tx, token: string): void {
    const row = findByToken(tx, sha256Hex(token));
    if (row === null) throw new Problem("not_found", "Subscribe again: this confirmation link is unknown.");
    markConfirmed(tx, row.id);
  }

  /** Deletes the subscriber of a token, if any. */
  unsubscribe(tx: Tx, token: string): void {
    const row = findByToken(tx, sha256Hex(token));
    if (row === null) return;
    deleteSubscriber(tx, row.id);
  }

  /** Whether mails are due. */
  hasDue(sql: Sql): boolean {
    return findDueNotice(sql) !== null;
  }

  /** Queues one batch of mails for the oldest due notice. Returns false if none is due. */
  sendNext(tx: Tx): boolean {
    const notice = findDueNotice(tx);
    if (notice === null) return false;
    const { postbox } = this.parts;
    const batch =
      postbox === null
        ? []
        : listConfirmed(tx, {
            afterId: notice.cursor,
            before: notice.created_at,
            limit: BATCH_MAILS,
          });
    const last = batch.at(-1)?.id ?? notice.cursor;
    if (!advanceNotice(tx, notice, { cursor: last, isDone: batch.length < BATCH_MAILS })) return true;
    const base = this.parts.baseUrl();
    for (const row of batch) {
      const unsubscribeUrl = `${base}/status/unsubscribe/${this.#tokenOf(row)}`;
      postbox?.post(tx, {
        to: this.parts.keyring.unseal(row.email_sealed, row.uid),
        subject: `Status of ${new URL(base).host}: ${notice.subject}`,
        text: `${notice.text.replaceAll(BASE, () => base)}\n\nUnsubscribe: ${unsubscribeUrl}\n`,
        unsubscribeUrl,
        partnerId: null,
        about: aboutOf(notice.key),
      });
    }
    return true;
  }

  #add(tx: Tx, email: string): string {
    const token = randomSecret(tx.random);
    const uid = `sub_${ulid(tx.now, tx.random)}`;
    insertSubscriber(tx, {
      uid,
      email_hash: this.#key.make(tx, email.toLowerCase()),
      email_sealed: this.parts.keyring.seal(email, uid),
      token_hash: sha256Hex(token),
      token_sealed: this.parts.keyring.seal(token, uid),
    });
    return token;
  }

  #tokenOf({ token_sealed, uid }: SubscriberRow): string {
    return this.parts.keyring.unseal(token_sealed, uid);
  }

  #requirePostbox(): Postbox {
    const { postbox } = this.parts;
    if (postbox === null)
      throw new Problem("state_conflict", "Follow the feeds instead: this server does not send mail.");
    return postbox;
  }
}
