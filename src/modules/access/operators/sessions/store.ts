import type { RowOf } from "../../../../db/row.ts";
import type { Sql, Tx } from "../../../../db/sql.ts";
import type { operatorSessions } from "../../../../db/tables/operations.ts";

export type SessionRow = RowOf<typeof operatorSessions>;

export function insertSession(tx: Tx, row: Omit<SessionRow, "id" | "created_at" | "last_used_at">): void {
  tx.run(
    `INSERT INTO operator_sessions (token_hash, operator_id, method, address, user_agent, created_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    row.token_hash,
    row.operator_id,
    row.method,
    row.address,
    row.user_agent,
    tx.now,
    row.expires_at,
  );
}

/** An operator's valid sessions, newest first. */
export function listSessions(sql: Sql, operatorId: number, now: number): SessionRow[] {
  return sql.all<SessionRow>(
    "SELECT * FROM operator_sessions WHERE operator_id = ? AND expires_at > ? ORDER BY id DESC",
    operatorId,
    now,
  );
}

export function findSession(sql: Sql, tokenHash: string): SessionRow | null {
  return sql.get<SessionRow>("SELECT * FROM operator_sessions WHERE token_hash = ?", tokenHash);
}

export function deleteSession(tx: Tx, tokenHash: string): void {
  tx.run("DELETE FROM operator_sessions WHERE token_hash = ?", tokenHash);
}

/** Ends an operator's sessions except `except`. */
export function deleteSessions(tx: Tx, operatorId: number, except: string | null): void {
  tx.run("DELETE FROM operator_sessions WHERE operator_id = ? AND token_hash IS NOT ?", operatorId, except);
}

/** Ends all but an operator's newest sessions. */
export function keepNewestSessions(tx: Tx, operatorId: number, kept: number): void {
  tx.run(
    `DELETE FROM operator_sessions WHERE operator_id = ? AND id NOT IN (
       SELECT id FROM operator_sessions WHERE operator_id = ? ORDER BY id DESC LIMIT ?)`,
    operatorId,
    operatorId,
    kept,
  );
}
