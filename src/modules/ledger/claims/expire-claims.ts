import type { Tx } from "../../../db/sql.ts";
import { endUnused } from "./end-claim.ts";
import { listOverdue } from "./store.ts";

/**
 * Ends issued claims whose time is over, at most `chunk` a call. Returns how many. Claimed ones wait for their
 * payment.
 */
export function expireClaims(tx: Tx, chunk: number): number {
  const overdue = listOverdue(tx, tx.now, chunk);
  for (const row of overdue) endUnused(tx, row, "expired");
  return overdue.length;
}
