import type { Sql, Tx } from "../../../db/sql.ts";

export interface UpdateRow {
  update_id: number;
  kind: string;
  handled: number;
  reply: string;
  received_at: number;
}

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

export interface KindCount {
  kind: string;
  updates: number;
  handled: number;
}

/** Updates received after a time, by kind, the most frequent first. */
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
