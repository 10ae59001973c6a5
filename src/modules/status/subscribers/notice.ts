import type { Tx } from "../../../db/sql.ts";
import { LOCALES } from "../../../kit/language/locale.ts";
import { dropMail } from "../../platform/mail/index.ts";
import { STATUS_WORDS, type StatusWords } from "../words/index.ts";
import { CHECKS, deleteNotice, insertNotice, TEXTS } from "./notice-store.ts";
import { deletePosts } from "./post-store.ts";

export interface Notice {
  /** Unique key: each key is sent at most once. */
  key: string;
  /** Writes it in the words' language. */
  write: (words: StatusWords) => { subject: string; text: string };
  /** Names of the affected checks; empty for the whole service. */
  checks: readonly string[];
  /** Path of a page with details. */
  path: string;
}

/** Stands in a stored notice for the server's base URL, which may change before the mail is sent. */
export const BASE = "{base}";

/** Queues a notice to subscribers in the commit of its event. */
export function postNotice(tx: Tx, { key, write, checks, path }: Notice): void {
  const texts = LOCALES.map((locale) => {
    const { subject, text } = write(STATUS_WORDS.in(locale));
    return [
      locale,
      { subject: subject.replaceAll(/\s+/g, " ").slice(0, 200), text: `${text}\n\n${BASE}${path}` },
    ];
  });
  insertNotice(tx, {
    key,
    texts: TEXTS.write(Object.fromEntries(texts)),
    checks: CHECKS.write(checks),
  });
}

/** Cancels the mails and posts of a notice that are not sent yet. */
export function dropNotice(tx: Tx, key: string): void {
  deleteNotice(tx, key);
  deletePosts(tx, key);
  dropMail(tx, referToNotice(key));
}

/** Links the rows of sent mail to their notice. */
export function referToNotice(key: string): string {
  return `status:${key}`;
}
