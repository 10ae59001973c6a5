import type { Sql, Tx } from "../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import { DAY_MS, HOUR_MS } from "../../../kit/clock.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { randomSecret, ulid } from "../../../kit/ids.ts";
import { type Locale, SOURCE_LOCALE } from "../../../kit/language/locale.ts";
import { DailyCap } from "../../platform/daily-caps/index.ts";
import { LookupKey } from "../../platform/lookup-keys/index.ts";
import type { Postbox } from "../../platform/mail/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { STATUS_WORDS } from "../words/index.ts";
import { signingSecret } from "./message.ts";
import { BASE, referToNotice } from "./notice.ts";
import { advanceNotice, CHECKS, findDueNotice, type NoticeRow, TEXTS } from "./notice-store.ts";
import { deleteSubscriberPosts, hasPosts, insertPost } from "./post-store.ts";
import type { Courier } from "./send-posts.ts";
import {
  countRequested,
  countSubscribers,
  deleteSubscriber,
  endFailure,
  findByTarget,
  findByToken,
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
  courier: Pick<Courier, "fault">;
  baseUrl: () => string;
}

export interface SubscriptionRequest {
  kind: SubscriberRow["kind"];
  /** Mail address, or URL of a webhook. */
  target: string;
  /** Names of the checks of interest; empty for all. */
  checks: readonly string[];
  /** Of the confirmation and of all notices. */
  locale: Locale;
}

const MAX_SUBSCRIBERS = 50_000;
/** Daily limit on confirmations over all targets, against abuse for flooding others. */
const MAX_DAILY_REQUESTS = 1_000;
/** Share of one network address (IPv6: one /64), so that it does not use up what is left for others. */
const MAX_DAILY_REQUESTS_PER_ADDRESS = 20;
const REQUEST_INTERVAL_MS = HOUR_MS;
const BATCH_MAILS = 50;

interface FoundSubscription {
  isConfirmed: boolean;
  isOff: boolean;
  secret: string | null;
}

/** Subscribers to incidents by mail, webhook or Slack. Targets are sealed; tokens are stored hashed, and sealed for later mails. */
export class Subscriptions {
  readonly #key: LookupKey;
  readonly #perAddress: DailyCap;

  constructor(private readonly parts: SubscriptionParts) {
    this.#key = new LookupKey(parts.keyring, "status_subscribers");
    this.#perAddress = new DailyCap(parts.keyring, "status_subscriptions", MAX_DAILY_REQUESTS_PER_ADDRESS);
  }

  /** Whether mail is configured; webhooks and Slack need nothing. */
  get hasMail(): boolean {
    return this.parts.postbox !== null;
  }

  /**
   * Sends a confirmation to a target, at most once an hour, and never reveals whether the target is known. @throws
   * Problem invalid_payload for a target that cannot receive; state_conflict if mail is not configured, or after too
   * many requests
   * @param address the caller's network address
   */
  request(tx: Tx, asked: SubscriptionRequest, address: string): void {
    this.#requireTarget(asked);
    // Before the address is looked up: past the limit, too, known and unknown ones get the same answer.
    if (
      !this.#perAddress.take(tx, address) ||
      countRequested(tx, tx.now - DAY_MS) >= MAX_DAILY_REQUESTS ||
      countSubscribers(tx).all >= MAX_SUBSCRIBERS
    )
      throw new Problem("state_conflict", "Try again tomorrow: the daily limit of subscriptions is reached.");
    const known = findByTarget(tx, this.#hashOf(tx, asked));
    const isSubscribed = known !== null && known.confirmed_at !== null && known.off_at === null;
    if (isSubscribed || (known !== null && tx.now - known.asked_at < REQUEST_INTERVAL_MS)) return;
    const { locale } = asked;
    if (known !== null) markRequested(tx, known.id, { checks: CHECKS.write(asked.checks), language: locale });
    const { id, token } =
      known === null ? this.#add(tx, asked) : { id: known.id, token: this.#tokenOf(known) };
    const url = this.parts.baseUrl();
    const about = `status:confirm:${sha256Hex(token).slice(0, 16)}`;
    const words = STATUS_WORDS.in(locale);
    const subject = words.say("mail_confirm_subject", { host: new URL(url).host });
    const text = [
      words.say("mail_confirm_who", { url }),
      "",
      words.say("mail_confirm_open"),
      `${url}/status/subscribe/${token}`,
      "",
      words.say("mail_confirm_ignore"),
      "",
    ].join("\n");
    if (asked.kind === "email")
      this.parts.postbox?.post(tx, { to: asked.target, subject, text, partnerId: null, about });
    else insertPost(tx, { subscriber_id: id, key: about, subject, text });
  }

  /** Subscription of a token; null if unknown. The secret signs posts to a webhook and is null for others. */
  find(sql: Sql, token: string): FoundSubscription | null {
    const row = findByToken(sql, sha256Hex(token));
    if (row === null) return null;
    return {
      isConfirmed: row.confirmed_at !== null,
      isOff: row.off_at !== null,
      secret: row.kind === "webhook" ? signingSecret(token) : null,
    };
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
    deleteSubscriberPosts(tx, row.id);
    deleteSubscriber(tx, row.id);
  }

  /** Whether mails are due. */
  hasDue(sql: Sql): boolean {
    return findDueNotice(sql) !== null;
  }

  /** Queues one batch of mails and posts for the oldest due notice. Returns false if none is due. */
  sendNext(tx: Tx): boolean {
    const notice = findDueNotice(tx);
    if (notice === null) return false;
    const batch = listConfirmed(tx, {
      afterId: notice.cursor,
      before: notice.created_at,
      limit: BATCH_MAILS,
    });
    const last = batch.at(-1)?.id ?? notice.cursor;
    if (!advanceNotice(tx, notice, { cursor: last, isDone: batch.length < BATCH_MAILS })) return true;
    for (const row of batch) if (isOfInterest(row, notice)) this.#queue(tx, row, notice);
    return true;
  }

  #queue(tx: Tx, row: SubscriberRow, { key, texts }: NoticeRow): void {
    const base = this.parts.baseUrl();
    const words = STATUS_WORDS.in(row.language);
    const all = TEXTS.read(texts);
    const told = all[row.language] ?? all[SOURCE_LOCALE];
    if (told === undefined) throw new Error(`notice ${key} has no text`);
    const { text } = told;
    const subject = words.say("notice_subject", { host: new URL(base).host, about: told.subject });
    if (row.kind !== "email") {
      if (!hasPosts(tx, row.id)) endFailure(tx, row.id);
      insertPost(tx, { subscriber_id: row.id, key, subject, text });
      return;
    }
    const unsubscribeUrl = `${base}/status/unsubscribe/${this.#tokenOf(row)}`;
    this.parts.postbox?.post(tx, {
      to: this.parts.keyring.unseal(row.target_sealed, row.uid),
      subject,
      text: `${text.replaceAll(BASE, () => base)}\n\n${words.say("notice_unsubscribe", { url: unsubscribeUrl })}\n`,
      unsubscribeUrl,
      partnerId: null,
      about: referToNotice(key),
    });
  }

  #add(tx: Tx, asked: SubscriptionRequest): { id: number; token: string } {
    const token = randomSecret(tx.random);
    const uid = `sub_${ulid(tx.now, tx.random)}`;
    const id = insertSubscriber(tx, {
      uid,
      kind: asked.kind,
      target_hash: this.#hashOf(tx, asked),
      target_sealed: this.parts.keyring.seal(asked.target, uid),
      checks: CHECKS.write(asked.checks),
      language: asked.locale,
      token_hash: sha256Hex(token),
      token_sealed: this.parts.keyring.seal(token, uid),
    });
    return { id, token };
  }

  #hashOf(tx: Tx, { kind, target }: SubscriptionRequest): string {
    return this.#key.make(tx, kind === "email" ? target.toLowerCase() : target);
  }

  #tokenOf({ token_sealed, uid }: SubscriberRow): string {
    return this.parts.keyring.unseal(token_sealed, uid);
  }

  #requireTarget({ kind, target }: SubscriptionRequest): void {
    if (kind === "email") {
      if (!this.hasMail)
        throw new Problem("state_conflict", "Follow the feeds instead: this server does not send mail.");
      return;
    }
    const fault = this.parts.courier.fault(target);
    if (fault !== null) throw invalidPayload("url", fault);
  }
}

/** Whether a notice concerns a check that the subscriber chose. */
function isOfInterest(row: SubscriberRow, notice: NoticeRow): boolean {
  const [wanted, affected] = [CHECKS.read(row.checks), CHECKS.read(notice.checks)];
  return wanted.length === 0 || affected.length === 0 || affected.some((check) => wanted.includes(check));
}
