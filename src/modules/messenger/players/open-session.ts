import type { Tx } from "../../../db/sql.ts";
import { sessionEnd } from "./rules.ts";
import { insertSession } from "./store.ts";

/** Begins a session, of whose token only the hash is kept. Returns when it ends unless it is used. */
export function openSession(tx: Tx, playerId: number, tokenHash: string): number {
  const end = sessionEnd(tx.now, tx.now);
  insertSession(tx, tokenHash, playerId, end);
  return end;
}
