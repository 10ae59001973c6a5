import type { Tx } from "../../../db/sql.ts";
import { dropMail } from "../../platform/mail/index.ts";
import { CHECKS, deleteNotice, insertNotice } from "./notice-store.ts";
import { deletePosts } from "./post-store.ts";

export interface Notice {
  /** Unique key: each key is sent at most once. */
  key: string;
  subject: string;
  text: string;
  /** Names of the affected checks; empty for the whole service. */
  checks: readonly string[];
  /** Path of a page with details. */
  path: string;
}

/** Stands in a stored notice for the server's base URL, which may change before the mail is sent. */
export const BASE = "{base}";

/** Queues a notice to subscribers in the commit of its event. */
export function postNotice(tx: Tx, { key, subject, text, checks, path }: Notice): void {
  insertNotice(tx, {
    key,
    subject: subject.replaceAll(/\s+/g, " ").slice(0, 200),
    text: `${text}\n\n${BASE}${path}`,
    checks: CHECKS.write(checks),
  });
}

/** Cancels the mails and posts of a notice that are not sent yet. */
export function dropNotice(tx: Tx, key: string): void {
  deleteNotice(tx, key);
  deletePosts(tx, key);
  dropMail(tx, aboutOf(key));
}

/** Links the rows of sent mail to their notice. */
export function aboutOf(key: string): string {
  return `status:${key}`;
}
