import type { Tx } from "../../../../db/sql.ts";
import { listOverdue, listUserOverdue } from "../store.ts";
import { endUnused } from "./end-claim.ts";

/** Expires overdue issued claims, at most `chunk` per call. Returns how many. Claimed ones stay open until paid. */
export function expireClaims(tx: Tx, chunk: number): number {
  const overdue = listOverdue(tx, tx.now, chunk);
  for (const row of overdue) endUnused(tx, row, { state: "expired" });
  return overdue.length;
}

/** Expires a user's overdue issued claims, before the user is deleted. */
export function expireUserClaims(tx: Tx, userId: number): void {
  for (const row of listUserOverdue(tx, userId, tx.now)) endUnused(tx, row, { state: "expired" });
}
