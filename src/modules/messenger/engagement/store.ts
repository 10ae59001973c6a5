import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { ledgerEntries } from "../../../db/tables/ledger.ts";
import type { messengerEntries } from "../../../db/tables/messenger/players.ts";

export interface MovementRow extends Pick<RowOf<typeof messengerEntries>, "delta" | "reason" | "created_at"> {
  kind: "salutes" | RowOf<typeof messengerEntries>["kind"];
}

/** A player's entries of salutes, missiles and free spins, newest first. */
export function listMovements(
  sql: Sql,
  { playerId, userId }: { playerId: number; userId: number },
  limit: number,
): MovementRow[] {
  const salutes = sql.all<MovementRow & { kind: "salutes" } & Pick<RowOf<typeof ledgerEntries>, "delta">>(
    `SELECT 'salutes' AS kind, delta, reason, created_at FROM ledger_entries
       WHERE user_id = ? ORDER BY id DESC LIMIT ?`,
    userId,
    limit,
  );
  const tokens = sql.all<MovementRow & Pick<RowOf<typeof messengerEntries>, "kind">>(
    `SELECT kind, delta, reason, created_at FROM messenger_entries WHERE player_id = ? ORDER BY id DESC LIMIT ?`,
    playerId,
    limit,
  );
  return [...salutes, ...tokens].sort((a, b) => b.created_at - a.created_at).slice(0, limit);
}
