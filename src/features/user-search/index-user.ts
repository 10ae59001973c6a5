import type { Tx } from "../../db/sql.ts";
import { prefixesOf } from "./rules.ts";
import { clearEntries, findIndexedFields, insertEntries, listAddresses } from "./store.ts";

/**
 * Brings what the search knows of a user in step with its row and its wallets. Whoever changes one of the two calls
 * this in the same transaction, afterwards; a deleted user leaves the index.
 */
export function indexUser(tx: Tx, partnerId: number, userId: number): void {
  clearEntries(tx, partnerId, userId);
  const fields = findIndexedFields(tx, partnerId, userId);
  if (fields === null) return;
  const addresses = listAddresses(tx, userId);
  const texts = [fields.username, fields.display_name, fields.external_id, fields.email];
  insertEntries(tx, partnerId, userId, fields, addresses, prefixesOf(texts, addresses, fields.status));
}
