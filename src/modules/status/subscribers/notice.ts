import type { Tx } from "../../../db/sql.ts";
import { dropMail } from "../../platform/mail/index.ts";
import { deleteNotice, insertNotice } from "./store.ts";

export interface Notice {
  /** The same thing is told once per key. */
  key: string;
  subject: string;
  text: string;
  /** A path of this host that shows more. */
  path: string;
}

/** Keeps what subscribers are to be told, in the commit of what it tells of. */
export function postNotice(tx: Tx, { key, subject, text, path }: Notice): void {
  insertNotice(tx, key, subject.replaceAll(/\s+/g, " ").slice(0, 200), `${text}\n\n{base}${path}`);
}

/** What is not yet sent of a notice is not sent. */
export function dropNotice(tx: Tx, key: string): void {
  deleteNotice(tx, key);
  dropMail(tx, aboutOf(key));
}

/** What a notice's mail is about, for the mail's own rows. */
export function aboutOf(key: string): string {
  return `status:${key}`;
}
