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

export type ListedSession = SessionRow & { operator: string };

/** Valid sessions of all operators, or of one, newest first. */
export function listAllSessions(
  sql: Sql,
  { operator = null, limit, now }: { operator?: string | null; limit: number; now: number },
): ListedSession[] {
  return sql.all<ListedSession>(
    `SELECT operator_sessions.*, operators.name AS operator
       FROM operator_sessions JOIN operators ON operators.id = operator_id
       WHERE expires_at > ? AND (? IS NULL OR operators.name = ?) ORDER BY operator_sessions.id DESC LIMIT ?`,
    now,
    operator,
    operator,
    limit,
  );
}

export function findSessionById(sql: Sql, id: number): ListedSession | null {
  return sql.get<ListedSession>(
    `SELECT operator_sessions.*, operators.name AS operator
       FROM operator_sessions JOIN operators ON operators.id = operator_id WHERE operator_sessions.id = ?`,
    id,
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
