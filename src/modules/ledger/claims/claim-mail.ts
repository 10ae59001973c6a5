import type { Tx } from "../../../db/sql.ts";
import { formatTime } from "../../../kit/language/formats.ts";
import type { Locale } from "../../../kit/language/locale.ts";
import { dropMail, type MailEnd, type Message } from "../../platform/mail/index.ts";
import { type ClaimRow, setEmailStatus } from "./store.ts";
import { CLAIM_WORDS } from "./words/index.ts";

const SUBJECT = /^claim:([1-9]\d*)$/;

/** The subject under which mail is stored for a claim. */
export function mailSubject(claimId: number): string {
  return `claim:${claimId}`;
}

/** Stores the outcome of a claim's mail with the claim; ignores other mail. */
export function noteMail(tx: Tx, about: string, end: MailEnd): void {
  const id = SUBJECT.exec(about)?.[1];
  if (id !== undefined) setEmailStatus(tx, Number(id), end);
}

/** Drops the claim's waiting mail, because the claim is claimed or over. Returns the updated row. */
export function dropClaimMail(tx: Tx, row: ClaimRow): ClaimRow {
  if (row.email_status !== "queued") return row;
  dropMail(tx, mailSubject(row.id));
  setEmailStatus(tx, row.id, "dropped");
  return { ...row, email_status: "dropped" };
}

interface Recipient {
  /** The claim's page. */
  url: string;
  to: string;
  locale: Locale;
}

/**
 * The mail that tells a recipient of a claim, in lines short enough to be sent unchanged. The campaign is its only
 * text from the partner, and holds no address.
 */
export function claimMail(row: ClaimRow, { url, to, locale }: Recipient): Message {
  const words = CLAIM_WORDS.in(locale);
  const sum = `${row.amount} ${row.currency}`;
  const { campaign } = row;
  return {
    to,
    subject: words.say("mail_subject", { sum, campaign }),
    text: [
      words.say("mail_given", { sum }),
      words.say("mail_campaign", { campaign }),
      "",
      words.say("mail_open"),
      url,
      "",
      words.say("mail_until", { time: formatTime(row.expires_at, locale) }),
      words.say("mail_secret"),
      words.say("mail_unexpected"),
      "",
    ].join("\n"),
  };
}
