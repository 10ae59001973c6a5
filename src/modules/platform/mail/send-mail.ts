import type { Database } from "../../../db/database.ts";
import type { Clock } from "../../../kit/clock.ts";
import type { Logger } from "../../../kit/process/log.ts";
import { type MailParts, type MailTransport, sendDueMail } from "./deliver.ts";
import type { Postbox } from "./postbox.ts";

export interface SendMailParts {
  live: Database;
  clock: Clock;
  log: Logger;
  /** Null if no mail is sent. */
  mail: { postbox: Postbox; transport: MailTransport } | null;
  /** Called in the commit that ends a mail. */
  onMailEnd: MailParts["onEnd"];
  http: { safeModeReason: () => string | null };
}

/** Sends due mail; nothing without a mail server, and in safe mode only to operators. */
export async function sendMail(parts: SendMailParts, signal: AbortSignal): Promise<void> {
  const { live: db, clock, log, mail, onMailEnd: onEnd, http } = parts;
  if (mail !== null)
    await sendDueMail({ db, clock, log, ...mail, safeModeReason: http.safeModeReason, onEnd }, signal);
}
