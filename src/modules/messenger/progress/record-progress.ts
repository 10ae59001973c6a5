import type { Tx } from "../../../db/sql.ts";
import { countProgress, type MissionKind } from "../missions/index.ts";

export interface Progress {
  kind: MissionKind;
  /** In the kind's own unit; hundredths of a salute for salutes_earned. 0 counts nothing. */
  amount: number;
  /** The one fact behind it, such as round:12. */
  key: string;
}

/** Counts what a player did for missions, in the commit that causes it. */
export function recordProgress(tx: Tx, playerId: number, events: readonly Progress[]): void {
  for (const { kind, amount, key } of events)
    if (amount > 0) countProgress(tx, { playerId, kind, amount, at: tx.now, key: `${key}:${kind}` });
}
