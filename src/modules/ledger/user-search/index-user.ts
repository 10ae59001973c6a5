import type { Tx } from "../../../db/sql.ts";
import { foldCase, prefixesOf } from "./rules.ts";
import { deleteTexts, insertTexts, listSearched, replacePrefixes } from "./store.ts";

/**
 * Brings what the search knows of a user in step with its row and its wallets. Whoever changes one of the two calls
 * this in the same transaction, afterwards; a deleted user leaves the index.
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
