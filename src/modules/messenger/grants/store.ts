import type { Sql, Tx } from "../../../db/sql.ts";

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

/** Whether a page's form has already granted its missiles. */
export function hasGrant(sql: Sql, formKey: string): boolean {
  return sql.get("SELECT 1 AS found FROM missile_grants WHERE form_key = ?", formKey) !== null;
}
