import type { Tx } from "../../../db/sql.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { dropMail, type MailEnd, type Message } from "../../platform/mail/index.ts";
import { type ClaimRow, saveEmailStatus } from "./store.ts";

const SUBJECT = /^claim:([1-9]\d*)$/;

/** What a claim's mail is about, for the mail's own rows. */
export function mailSubject(claimId: number): string {
  return `claim:${claimId}`;
}

/** Keeps with a claim what became of its mail; mail about other things passes by. */
export function noteMail(tx: Tx, about: string, end: MailEnd): void {
  const id = SUBJECT.exec(about)?.[1];
  if (id !== undefined) saveEmailStatus(tx, Number(id), end);
}

/** Mail that waits is not sent any more: the claim is claimed or over. Returns the row as it is then. */
export function dropClaimMail(tx: Tx, row: ClaimRow): ClaimRow {
  if (row.email_status !== "queued") return row;
  dropMail(tx, mailSubject(row.id));
  saveEmailStatus(tx, row.id, "dropped");
  return { ...row, email_status: "dropped" };
}

/**
 * What tells a recipient of a claim; lines short enough to be sent as they are. The campaign is the only text of the
 * partner's in it, and holds no address.
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
      "Whoever has the address of that page can claim: keep it to yourself.",
      "If you did not expect this, do nothing.",
      "",
    ].join("\n"),
  };
}
