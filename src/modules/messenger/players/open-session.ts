import type { Tx } from "../../../db/sql.ts";
import { sessionEnd } from "./rules.ts";
import { insertSession } from "./store.ts";

/** Stores a new session. Returns its end in Unix milliseconds if it is not used. */
export function openSession(tx: Tx, playerId: number, tokenHash: string): number {
  const end = sessionEnd(tx.now, tx.now);
  insertSession(tx, { tokenHash, playerId, expiresAt: end });
  return end;
}
