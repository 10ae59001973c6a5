import type { Tx } from "../../../db/sql.ts";
import { collectPrefixes, foldCase } from "./rules.ts";
import { deleteTexts, insertTexts, listSearched, replacePrefixes } from "./store.ts";

/**
 * Updates the search index to a user's row and wallets. Callers that change either must call it afterwards in the
 * same transaction; a deleted user leaves the index.
 */
export function indexUser(tx: Tx, partnerId: number, userId: number): void {
  const [user] = listSearched(tx, partnerId, [userId]);
  const indexed = { partnerId, userId };
  replacePrefixes(tx, indexed, user === undefined ? [] : collectPrefixes(user));
  deleteTexts(tx, indexed);
  if (user === undefined) return;
  const folded = (text: string | null) => (text === null ? null : foldCase(text));
  insertTexts(tx, indexed, {
    username: folded(user.username),
    display_name: folded(user.display_name),
    external_id: folded(user.external_id),
    email: folded(user.email),
    wallets: user.wallets,
  });
}
