import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { botUpdates } from "../../../db/tables/messenger/bot.ts";

export type UpdateRow = RowOf<typeof botUpdates>;

export function findUpdate(sql: Sql, updateId: number): UpdateRow | null {
  return sql.get<UpdateRow>("SELECT * FROM bot_updates WHERE update_id = ?", updateId);
}

export function insertUpdate(
  tx: Tx,
  { updateId, kind, handled, reply }: { updateId: number; kind: string; handled: boolean; reply: string },
): void {
  tx.run(
    `INSERT INTO bot_updates (update_id, kind, handled, reply, received_at) VALUES (?, ?, ?, ?, ?)`,
    updateId,
    kind,
    handled ? 1 : 0,
    reply,
    tx.now,
  );
}

export interface KindCount extends Pick<RowOf<typeof botUpdates>, "kind" | "handled"> {
  updates: number;
}

/** Updates received from a time on, by kind, most frequent first. */
export function updatesByKind(sql: Sql, after: number): KindCount[] {
  return sql.all<KindCount>(
    `SELECT kind, count(*) AS updates, sum(handled) AS handled FROM bot_updates WHERE received_at >= ?
       GROUP BY kind ORDER BY updates DESC, kind LIMIT 100`,
    after,
  );
}

export function purgeUpdates(tx: Tx, receivedBefore: number, chunk: number): number {
  return tx.run(
    `DELETE FROM bot_updates WHERE update_id IN
       (SELECT update_id FROM bot_updates WHERE received_at < ? LIMIT ?)`,
    receivedBefore,
    chunk,
  ).changes;
}
