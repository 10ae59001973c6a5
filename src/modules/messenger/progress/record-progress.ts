import type { Tx } from "../../../db/sql.ts";
import { countProgress, type MissionKind } from "../missions/index.ts";

export interface Progress {
  kind: MissionKind;
  /** In the kind's unit; hundredths of a salute for salutes_earned. 0 is ignored. */
  amount: number;
  /** The cause, such as round:12. */
  key: string;
}

/** Counts a player's actions for missions, in the caller's transaction. */
export function recordProgress(tx: Tx, playerId: number, events: readonly Progress[]): void {
  for (const { kind, amount, key } of events)
    if (amount > 0) countProgress(tx, { playerId, kind, amount, at: tx.now, key: `${key}:${kind}` });
}
