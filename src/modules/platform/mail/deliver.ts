import type { Database } from "../../../db/database.ts";
import type { Tx } from "../../../db/sql.ts";
import { type Clock, MINUTE_MS } from "../../../kit/clock.ts";
import type { Logger } from "../../../kit/process/log.ts";
import { workOff } from "../../../kit/work-off.ts";
import type { MailEnd, Message, Postbox } from "./postbox.ts";
import { DAILY_PER_PARTNER, retryDelay, startOfNextDay } from "./rules.ts";
import { countSentToday, endMail, listDue, type MailRow, postponeMail, scheduleMail } from "./store.ts";

/** Sends one message to a mail server. */
export interface MailTransport {
  /** @param id identifies the message in its Message-ID. @throws MailRefused */
  send(message: Message, id: string): Promise<void>;
}

/** A mail server refused a message; the error contains no address. */
export class MailRefused extends Error {
  constructor(
    message: string,
    /** Whether a later attempt would be refused too. */
    readonly isFinal: boolean,
  ) {
    super(message);
  }
}

export interface MailParts {
  db: Database;
  postbox: Postbox;
  transport: MailTransport;
  clock: Clock;
  log: Logger;
  /** Why changes are refused now; mail to others than operators then waits as well. */
  safeModeReason: () => string | null;
  /** Called in the commit that ends a mail. */
  onEnd: (tx: Tx, about: string, end: MailEnd) => void;
}

const BATCH = 20;
/** Longer than any attempt lasts; a mail whose process died is retried after this time. */
const ATTEMPT_MS = 5 * MINUTE_MS;

/** Sends due mail one by one until none is left or the signal is aborted. Returns how many were sent. */
export function sendDueMail(parts: MailParts, signal: AbortSignal): Promise<number> {
  return workOff({
    listDue: () => {
      const onlyToOperators = parts.safeModeReason() !== null;
      return listDue(parts.db.read, parts.clock.now(), { limit: BATCH, onlyToOperators });
    },
    mayGoOn: (mail) => !signal.aborted && (mail.to_operators === 1 || parts.safeModeReason() === null),
    attempt: (mail) => attempt(parts, mail),
  });
}

async function attempt(parts: MailParts, mail: MailRow): Promise<boolean> {
  const { db, postbox, transport, log } = parts;
  const isBegun = await db.writer.run((tx) => begin(tx, mail));
  if (!isBegun) return false;
  try {
    await transport.send(postbox.open(mail), mail.uid);
  } catch (error) {
    const refused = error instanceof MailRefused ? error : new MailRefused(nameOf(error), false);
    log.warn("a mail was not sent", { mail: mail.uid, attempt: mail.attempts + 1, error: refused.message });
    await db.writer.run((tx) => giveBack(tx, parts, { mail, refused }));
    return false;
  }
  await db.writer.run((tx) => {
    endMail(tx, mail.id, { state: "sent", error: null });
    parts.onEnd(tx, mail.about, "sent");
  });
  return true;
}

/** False if another process has it, or if the partner's daily limit is reached: it is then postponed. */
function begin(tx: Tx, mail: MailRow): boolean {
  const isOver = mail.partner_id !== null && countSentToday(tx, mail.partner_id, tx.now) >= DAILY_PER_PARTNER;
  const at = isOver ? startOfNextDay(tx.now) : tx.now + ATTEMPT_MS;
  return scheduleMail(tx, mail, { at, isAttempt: !isOver }) && !isOver;
}

function giveBack(
  tx: Tx,
  { onEnd }: MailParts,
  { mail, refused }: { mail: MailRow; refused: MailRefused },
): void {
  const delay = refused.isFinal ? null : retryDelay(mail.attempts + 1);
  if (delay !== null) {
    postponeMail(tx, mail.id, { at: tx.now + delay, error: refused.message });
    return;
  }
  endMail(tx, mail.id, { state: "failed", error: refused.message });
  onEnd(tx, mail.about, "failed");
}

/** For other errors than a mail server's answer only the kind is shown: the text may contain an address. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}
