import type { Sql, Tx } from "../../../db/sql.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { ulid } from "../../../kit/ids.ts";
import type { Random } from "../../../kit/random.ts";
import { countByState, type MailTransport, type Message, type Postbox } from "../../platform/mail/index.ts";
import { type AckLinks, endCalls, findCall, insertCall, SHARED_LINKS } from "../calls/index.ts";
import type { Duty } from "../duty/index.ts";
import type { AlertTransport } from "./client.ts";
import { type AlertContent, type AlertView, type Contact, POSTED, type PostedAlert } from "./model.ts";
import { cut, isForOnCall } from "./rules.ts";
import { type AlertRow, insertAlert } from "./store.ts";

export interface AlertTargets {
  /** Null if ALERT_WEBHOOK_URL is unset. */
  webhook: AlertTransport | null;
  /** Null if ALERT_ESCALATION_URL is unset. */
  second: AlertTransport | null;
  /** ALERT_EMAIL. */
  recipients: readonly string[];
}

export interface AlertParts extends AlertTargets {
  /** Null if mail is not configured. */
  mail: { postbox: Postbox; transport: MailTransport } | null;
  /** Who is on call; null without a plan. */
  duty: (sql: Sql, now: number) => Duty | null;
  /** Links that acknowledge alarms; null on a machine without the database. */
  links: AckLinks | null;
  baseUrl: () => string;
}

/** An address, and whose link it gets. */
interface Recipient {
  email: string;
  link: string;
}

/** Sends alerts to operators by webhook and mail. */
export class AlertDesk {
  constructor(readonly parts: AlertParts) {}

  /** Sends further alerts elsewhere; queued ones go there too. */
  retarget(targets: AlertTargets): void {
    Object.assign(this.parts, targets);
  }

  /** Whether reports have any recipient. */
  get isOn(): boolean {
    return this.parts.webhook !== null || this.#mailed(this.parts.recipients).length > 0;
  }

  /** Whether an alarm that nobody acknowledged has anywhere to go. */
  canEscalate(sql: Sql, now: number): boolean {
    return this.parts.second !== null || this.#others(sql, now).length > 0;
  }

  /**
   * Queues an alert in this commit for the webhook and for mail: to the operator on call, or to ALERT_EMAIL for news and
   * while nobody with an address is on call. Returns its id; null without recipients.
   */
  raise(tx: Tx, content: AlertContent): string | null {
    if (content.ends !== undefined) endCalls(tx, content.ends);
    const duty = isForOnCall(content.type) ? this.parts.duty(tx, tx.now) : null;
    const onCall = duty?.onDuty ?? null;
    const email = onCall?.email ?? null;
    const mailed = this.#mailed(
      onCall === null || email === null ? this.#shared() : [recipientOf({ ...onCall, email })],
    );
    if (this.parts.webhook === null && mailed.length === 0) return null;
    const onDuty = onCall === null ? [] : [`On call: ${onCall.operator}.`];
    return this.#queue(tx, "first", {
      content: { ...content, lines: [...content.lines, ...onDuty] },
      mailed,
    });
  }

  /**
   * Queues an alert for the second contact, and by mail for the others of the plan. Returns its id; null without
   * either.
   */
  escalate(tx: Tx, content: AlertContent): string | null {
    const mailed = this.#others(tx, tx.now);
    if (this.parts.second === null && mailed.length === 0) return null;
    return this.#queue(tx, "second", { content, mailed });
  }

  /** Sends an alert at once, without the database. @throws if every channel failed */
  async sendNow(content: AlertContent, now: number, random: Random): Promise<void> {
    const posted = this.#posted(content, now, random);
    const { webhook, mail } = this.parts;
    const ways = [
      ...(webhook === null ? [] : [webhook.post(posted)]),
      ...this.#mailed(this.parts.recipients).map((to) =>
        mail?.transport.send(messageTo(to, { ...posted, lines: content.lines }), posted.id),
      ),
    ];
    const results = await Promise.allSettled(ways);
    const failed = results.find((result) => result.status === "rejected");
    if (failed !== undefined && results.every((result) => result.status === "rejected")) throw failed.reason;
  }

  #queue(
    tx: Tx,
    contact: Contact,
    { content, mailed }: { content: AlertContent; mailed: readonly Recipient[] },
  ): string {
    const posted = this.#posted(content, tx.now, tx.random);
    const { id: uid, type, title } = posted;
    const transport = contact === "first" ? this.parts.webhook : this.parts.second;
    const state = transport === null ? "off" : "queued";
    insertAlert(tx, { uid, type, contact, title, body: POSTED.write(posted), state });
    if (content.calls !== undefined) {
      const escalated_at = contact === "second" ? tx.now : null;
      insertCall(tx, { alert_uid: uid, subject: content.calls, title: content.title, escalated_at });
      this.parts.links?.prepare(tx);
    }
    for (const { email, link } of mailed)
      this.parts.mail?.postbox.post(tx, {
        ...messageTo(email, this.#linked(tx, posted, { content, link })),
        partnerId: null,
        about: subjectOf(uid),
        toOperators: true,
      });
    return uid;
  }

  /** The content with the recipient's link, if the alarm calls for an acknowledgement. */
  #linked(
    tx: Tx,
    posted: PostedAlert,
    { content, link }: { content: AlertContent; link: string },
  ): MailedAlert {
    const { calls, lines } = content;
    if (calls === undefined || this.parts.links === null) return { ...posted, lines };
    const path = this.parts.links.make(tx, { alertUid: posted.id, to: link });
    return { ...posted, lines: [...lines, "", `Acknowledge: ${posted.service}${path}`] };
  }

  /** An alert as the webhook gets it: with its link while its call is stored. */
  withLink(sql: Sql, alert: PostedAlert): PostedAlert {
    const call = findCall(sql, alert.id);
    const link = { alertUid: alert.id, to: SHARED_LINKS.webhook };
    const path = call === null ? null : (this.parts.links?.find(sql, link, call.created_at) ?? null);
    if (path === null) return alert;
    const acknowledge_url = `${this.parts.baseUrl()}${path}`;
    const text = `${alert.text}\nAcknowledge: ${acknowledge_url}`;
    return { ...alert, text, content: text, acknowledge_url };
  }

  #others(sql: Sql, now: number): readonly Recipient[] {
    return this.#mailed(this.parts.duty(sql, now)?.others.map(recipientOf) ?? []);
  }

  #shared(): Recipient[] {
    return this.parts.recipients.map((email) => ({ email, link: SHARED_LINKS.mail }));
  }

  /** The addresses to which mail is sent; none if mail is not configured. */
  #mailed<Address>(addresses: readonly Address[]): readonly Address[] {
    return this.parts.mail === null ? [] : addresses;
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
      acknowledge_url: null,
    };
  }
}

type MailedAlert = PostedAlert & Pick<AlertContent, "lines">;

function recipientOf({ operator, email }: Duty["others"][number]): Recipient {
  return { email, link: operator };
}

function messageTo(to: string, { title, at, service, lines }: MailedAlert): Message {
  return { to, subject: title, text: [...lines, "", `${at}, ${service}`, ""].join("\n") };
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
