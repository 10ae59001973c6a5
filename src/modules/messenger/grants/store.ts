import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { messengerPlayers, missileGrants } from "../../../db/tables/messenger/players.ts";

/** Missiles granted to all players on a UTC day. */
export function grantedOn(sql: Sql, day: number): number {
  return (
    sql.get<{ missiles: number }>(
      "SELECT coalesce(sum(missiles), 0) AS missiles FROM missile_grants WHERE day = ?",
      day,
    )?.missiles ?? 0
  );
}

export interface NewGrant {
  playerId: number;
  missiles: number;
  reason: string;
  operator: string;
  formKey: string | null;
  day: number;
}

/** Returns the grant's id. */
export function insertGrant(
  tx: Tx,
  { playerId, missiles, reason, operator, formKey, day }: NewGrant,
): number {
  return tx.run(
    "INSERT INTO missile_grants (player_id, missiles, reason, operator, form_key, day, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
    playerId,
    missiles,
    reason,
    operator,
    formKey,
    day,
    tx.now,
  ).lastInsertRowid;
}

/** The grant that a page's form has made already; null for none. */
export function findGrant(
  sql: Sql,
  formKey: string,
):
  | (Pick<RowOf<typeof messengerPlayers>, "telegram_id"> & Pick<RowOf<typeof missileGrants>, "missiles">)
  | null {
  return sql.get(
    `SELECT p.telegram_id, g.missiles FROM missile_grants AS g JOIN messenger_players AS p ON p.id = g.player_id
       WHERE g.form_key = ?`,
    formKey,
  );
}
