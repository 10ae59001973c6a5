import type { Sql, Tx } from "../../../db/sql.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { ulid } from "../../../kit/ids.ts";
import type { Random } from "../../../kit/random.ts";
import { countByState, type MailTransport, type Message, type Postbox } from "../../platform/mail/index.ts";
import type { AlertTransport } from "./client.ts";
import type { AlertContent, AlertView, PostedAlert } from "./model.ts";
import { cut } from "./rules.ts";
import { type AlertRow, insertAlert } from "./store.ts";

export interface AlertParts {
  /** Null if ALERT_WEBHOOK_URL is unset. */
  webhook: AlertTransport | null;
  /** Null if ALERT_ESCALATION_URL is unset. */
  second: AlertTransport | null;
  /** ALERT_EMAIL. */
  recipients: readonly string[];
  /** Null if mail is not configured. */
  mail: { postbox: Postbox; transport: MailTransport } | null;
  baseUrl: () => string;
}

/** Sends alerts to operators by webhook and mail. */
export class AlertDesk {
  constructor(readonly parts: AlertParts) {}

  /** Whether alerts have any recipient. */
  get isOn(): boolean {
    return this.parts.webhook !== null || this.#mailed().length > 0;
  }

  /** Queues an alert for the webhook and mail in this commit. Returns its id; null without recipients. */
  raise(tx: Tx, content: AlertContent): string | null {
    if (!this.isOn) return null;
    const posted = this.#posted(content, tx.now, tx.random);
    const { id: uid, type, title } = posted;
    const state = this.parts.webhook === null ? "off" : "queued";
    insertAlert(tx, { uid, type, contact: "first", title, body: JSON.stringify(posted), state });
    for (const message of this.#messages(posted, content))
      this.parts.mail?.postbox.post(tx, {
        ...message,
        partnerId: null,
        about: subjectOf(uid),
        toOperators: true,
      });
    return uid;
  }

  /** Queues an alert for the second contact. Returns its id; null without one. */
  escalate(tx: Tx, content: AlertContent): string | null {
    if (this.parts.second === null) return null;
    const posted = this.#posted(content, tx.now, tx.random);
    const { id: uid, type, title } = posted;
    const body = JSON.stringify(posted);
    insertAlert(tx, { uid, type, contact: "second", title, body, state: "queued" });
    return uid;
  }

  /** Sends an alert at once, without the database. @throws if every channel failed */
  async sendNow(content: AlertContent, now: number, random: Random): Promise<void> {
    const posted = this.#posted(content, now, random);
    const { webhook, mail } = this.parts;
    const ways = [
      ...(webhook === null ? [] : [webhook.post(posted)]),
      ...this.#messages(posted, content).map((message) => mail?.transport.send(message, posted.id)),
    ];
    const results = await Promise.allSettled(ways);
    const failed = results.find((result) => result.status === "rejected");
    if (failed !== undefined && results.every((result) => result.status === "rejected")) throw failed.reason;
  }

  #mailed(): readonly string[] {
    return this.parts.mail === null ? [] : this.parts.recipients;
  }

  #posted(content: AlertContent, now: number, random: Random): PostedAlert {
    const { type, overall, changes, checks, lines } = content;
    const service = this.parts.baseUrl();
    const title = `salute ${new URL(service).host}: ${content.title}`;
    const text = cut([title, ...lines].join("\n"));
    return {
      id: `alert_${ulid(now, random)}`,
      type,
      at: isoUtc(now),
      service,
      title,
      overall,
      changes,
      checks,
      text,
      content: text,
    };
  }

  #messages({ title, at, service }: PostedAlert, { lines }: AlertContent): Message[] {
    const text = [...lines, "", `${at}, ${service}`, ""].join("\n");
    return this.#mailed().map((to) => ({ to, subject: title, text }));
  }
}

/** An alert with its delivery state per channel. */
export function alertView(sql: Sql, row: AlertRow): AlertView {
  const mails = countByState(sql, subjectOf(row.uid)).map(({ state, count }) => `${count} ${state}`);
  return {
    id: row.uid,
    type: row.type,
    contact: row.contact,
    title: row.title,
    created_at: isoUtc(row.created_at),
    webhook: row.state,
    webhook_error: row.last_error,
    mail: mails.length === 0 ? "off" : mails.join(", "),
  };
}

/** Links the rows of sent mail to their alert. */
function subjectOf(uid: string): string {
  return `alert:${uid}`;
}
