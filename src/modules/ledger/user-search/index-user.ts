import type { Tx } from "../../../db/sql.ts";
import { foldCase, prefixesOf } from "./rules.ts";
import { deleteTexts, insertTexts, listSearched, replacePrefixes } from "./store.ts";

/**
 * Updates the search index to a user's row and wallets. Callers that change either must call it afterwards in the
 * same transaction; a deleted user leaves the index.
 */
export function indexUser(tx: Tx, partnerId: number, userId: number): void {
  const [user] = listSearched(tx, partnerId, [userId]);
  replacePrefixes(tx, partnerId, userId, user === undefined ? [] : prefixesOf(user));
  deleteTexts(tx, partnerId, userId);
  if (user === undefined) return;
  const folded = (text: string | null) => (text === null ? null : foldCase(text));
  const texts = [
    folded(user.username),
    folded(user.display_name),
    folded(user.external_id),
    folded(user.email),
  ] as const;
  insertTexts(tx, partnerId, userId, texts, user.wallets);
}
