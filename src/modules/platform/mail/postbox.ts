import type { Tx } from "../../../db/sql.ts";
import { ulid } from "../../../kit/ids.ts";
import type { Keyring } from "../master-key/index.ts";
import { dropMailAbout, insertMail, type MailRow } from "./store.ts";

export interface Message {
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** Address that unsubscribes by one POST (RFC 8058). */
  unsubscribeUrl?: string;
}

/** What became of a mail. */
export type MailEnd = "sent" | "failed";

/** Where mail is put, in the commit of what it tells of. It is sealed, since it holds addresses and codes. */
export class Postbox {
  constructor(private readonly keyring: Keyring) {}

  post(
    tx: Tx,
    { partnerId, about, ...message }: Message & { partnerId: number | null; about: string },
  ): void {
    const uid = `mail_${ulid(tx.now, tx.random)}`;
    const message_sealed = this.keyring.seal(JSON.stringify(message), uid);
    insertMail(tx, { uid, partner_id: partnerId, about, message_sealed });
  }

  open({ message_sealed, uid }: MailRow): Message {
    return JSON.parse(this.keyring.unseal(message_sealed, uid)) as Message;
  }
}

/** What waits to be sent about something is not sent. */
export function dropMail(tx: Tx, about: string): void {
  dropMailAbout(tx, about);
}
