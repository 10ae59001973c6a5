import type { Tx } from "../../../db/sql.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { dropMail, type MailEnd, type Message } from "../../platform/mail/index.ts";
import { type ClaimRow, saveEmailStatus } from "./store.ts";

const SUBJECT = /^claim:([1-9]\d*)$/;

/** The subject under which mail is stored for a claim. */
export function mailSubject(claimId: number): string {
  return `claim:${claimId}`;
}

/** Stores the outcome of a claim's mail with the claim; ignores other mail. */
export function noteMail(tx: Tx, about: string, end: MailEnd): void {
  const id = SUBJECT.exec(about)?.[1];
  if (id !== undefined) saveEmailStatus(tx, Number(id), end);
}

/** Drops the claim's waiting mail, because the claim is claimed or over. Returns the updated row. */
export function dropClaimMail(tx: Tx, row: ClaimRow): ClaimRow {
  if (row.email_status !== "queued") return row;
  dropMail(tx, mailSubject(row.id));
  saveEmailStatus(tx, row.id, "dropped");
  return { ...row, email_status: "dropped" };
}

/**
 * The mail that tells a recipient of a claim, in lines short enough to be sent unchanged. The campaign is its only
 * text from the partner, and holds no address.
 */
export function claimMail(row: ClaimRow, url: string, to: string): Message {
  const day = isoUtc(row.expires_at).slice(0, 16).replace("T", " ");
  return {
    to,
    subject: `${row.amount} ${row.currency} for you: ${row.campaign}`,
    text: [
      `You have been given ${row.amount} ${row.currency}.`,
      `Campaign: ${row.campaign}`,
      "",
      "Open this page to claim it:",
      url,
      "",
      `It can be claimed until ${day} UTC.`,
      "Anyone who has the address of that page can claim: keep it to yourself.",
      "If you did not expect this, do nothing.",
      "",
    ].join("\n"),
  };
}
