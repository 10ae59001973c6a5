import type { Sql, Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { DAY_MS, HOUR_MS } from "../../../kit/clock.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { randomSecret, ulid } from "../../../kit/ids.ts";
import { LookupKey } from "../../platform/lookup-keys/index.ts";
import type { Postbox } from "../../platform/mail/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { aboutOf } from "./notice.ts";
import {
  countAsked,
  countSubscribers,
  deleteSubscriber,
  findByEmail,
  findByToken,
  findDueNotice,
  insertSubscriber,
  listConfirmed,
  markAsked,
  markConfirmed,
  moveNotice,
  type SubscriberRow,
} from "./store.ts";

export interface SubscriptionParts {
  keyring: Keyring;
  /** Null where no mail is sent. */
  postbox: Postbox | null;
  baseUrl: () => string;
}

const MAX_SUBSCRIBERS = 50_000;
/** Confirmations per day over all addresses: nobody can make us flood others. */
const MAX_ASKED_A_DAY = 1_000;
const ASK_AGAIN_MS = HOUR_MS;
const MAILS_A_CHANGE = 50;

/** People who hear of incidents by e-mail. Addresses are sealed; tokens are stored hashed, and sealed for later mails. */
export class Subscriptions {
  readonly #key: LookupKey;

  constructor(private readonly parts: SubscriptionParts) {
    this.#key = new LookupKey(parts.keyring, "status_subscribers");
  }

  /** Whether mail is sent at all. */
  get isOn(): boolean {
    return this.parts.postbox !== null;
  }

  /**
   * Sends a confirmation to an address, at most once an hour. Says nothing of whether the address is known.
   * @throws Problem state_conflict where no mail is sent, or too many ask
   */
  ask(tx: Tx, email: string): void {
    const postbox = this.#requirePostbox();
    const known = findByEmail(tx, this.#key.make(tx, email.toLowerCase()));
    if (known !== null && (known.confirmed_at !== null || tx.now - known.asked_at < ASK_AGAIN_MS)) return;
    if (countAsked(tx, tx.now - DAY_MS) >= MAX_ASKED_A_DAY || countSubscribers(tx).all >= MAX_SUBSCRIBERS)
      throw new Problem("state_conflict", "Try again tomorrow: too many people asked today.");
    const token = known === null ? this.#add(tx, email) : this.#tokenOf(known);
    if (known !== null) markAsked(tx, known.id);
    const url = this.parts.baseUrl();
    postbox.post(tx, {
      to: email,
      subject: `Confirm: status of ${new URL(url).host}`,
      text: [
        `Somebody asked that this address be told of incidents of ${url}.`,
        "",
        "Open this page to confirm:",
        `${url}/status/subscribe/${token}`,
        "",
        "If that was not you, do nothing: the request is forgotten after a week.",
        "",
      ].join("\n"),
      partnerId: null,
      about: `status:confirm:${sha256Hex(token).slice(0, 16)}`,
    });
  }

  /** Whether a token is known, and whether its address is confirmed. */
  look(sql: Sql, token: string): { isConfirmed: boolean } | null {
    const row = findByToken(sql, sha256Hex(token));
    return row === null ? null : { isConfirmed: row.confirmed_at !== null };
  }

  /** @throws Problem not_found */
  confirm(tx: Tx, token: string): void {
    const row = findByToken(tx, sha256Hex(token));
    if (row === null)
      throw new Problem("not_found", "Subscribe again: this address of a confirmation is not known.");
    markConfirmed(tx, row.id);
  }

  /** Forgets the subscriber; one who is forgotten already stays so. */
  unsubscribe(tx: Tx, token: string): void {
    const row = findByToken(tx, sha256Hex(token));
    if (row === null) return;
    deleteSubscriber(tx, row.id);
  }

  /** Whether subscribers are due anything. */
  hasDue(sql: Sql): boolean {
    return findDueNotice(sql) !== null;
  }

  /** Makes the mails of the oldest notice that is due, a batch per call. False where nothing is left to do. */
  tellNext(tx: Tx): boolean {
    const notice = findDueNotice(tx);
    if (notice === null) return false;
    const { postbox } = this.parts;
    const batch = postbox === null ? [] : listConfirmed(tx, notice.cursor, notice.created_at, MAILS_A_CHANGE);
    const last = batch.at(-1)?.id ?? notice.cursor;
    if (!moveNotice(tx, notice, last, batch.length < MAILS_A_CHANGE)) return true;
    const base = this.parts.baseUrl();
    for (const row of batch) {
      const unsubscribeUrl = `${base}/status/unsubscribe/${this.#tokenOf(row)}`;
      postbox?.post(tx, {
        to: this.parts.keyring.unseal(row.email_sealed, row.uid),
        subject: `Status of ${new URL(base).host}: ${notice.subject}`,
        text: `${notice.text.replace("{base}", base)}\n\nUnsubscribe: ${unsubscribeUrl}\n`,
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
      throw new Problem("state_conflict", "Follow the feeds instead: this server sends no mail.");
    return postbox;
  }
}
