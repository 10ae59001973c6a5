import type { Tx } from "../../../../db/sql.ts";
import { listOverdue } from "../store.ts";
import { endUnused } from "./end-claim.ts";

/** Expires overdue issued claims, at most `chunk` per call. Returns how many. Claimed ones stay open until paid. */
export function expireClaims(tx: Tx, chunk: number): number {
  const overdue = listOverdue(tx, tx.now, chunk);
  for (const row of overdue) endUnused(tx, row, { state: "expired" });
  return overdue.length;
}
