import { type Static, Type } from "@sinclair/typebox";
import { jsonColumn } from "../../../db/json-column.ts";
import type { Tx } from "../../../db/sql.ts";
import { ulid } from "../../../kit/ids.ts";
import type { Keyring } from "../master-key/index.ts";
import { dropMailAbout, insertMail, type MailRow } from "./store.ts";

const Message = Type.Object({
  to: Type.String(),
  subject: Type.String(),
  /** Plain text. */
  text: Type.String(),
  /** Address that unsubscribes with one POST (RFC 8058). */
  unsubscribeUrl: Type.Optional(Type.String()),
});
export type Message = Static<typeof Message>;

/** The opened text of the column. */
const MESSAGE = jsonColumn("mail.message_sealed", Message);

interface MailFacts {
  partnerId: number | null;
  about: string;
  /** Whether it is sent in safe mode too. */
  toOperators?: boolean;
}

/** The outcome of a mail. */
export type MailEnd = "sent" | "failed";

/** Stores mail in the commit of the change that it reports. It is sealed, since it contains addresses and codes. */
export class Postbox {
  constructor(private readonly keyring: Keyring) {}

  /** @param partnerId the partner whose daily limit it counts against */
  post(tx: Tx, { partnerId, about, toOperators = false, ...message }: Message & MailFacts): void {
    const uid = `mail_${ulid(tx.now, tx.random)}`;
    const message_sealed = this.keyring.seal(MESSAGE.write(message), uid);
    insertMail(tx, { uid, partner_id: partnerId, about, message_sealed, to_operators: toOperators ? 1 : 0 });
  }

  open({ message_sealed, uid }: MailRow): Message {
    return MESSAGE.read(this.keyring.unseal(message_sealed, uid));
  }
}

/** Drops the waiting mail about a subject. */
export function dropMail(tx: Tx, about: string): void {
  dropMailAbout(tx, about);
}
