import { columns, type In } from "../../../../db/columns.ts";
import type { Sql, Tx } from "../../../../db/sql.ts";
import type { operatorTokens } from "../../../../db/tables/operations.ts";
import type { Role } from "../../../../http/operation.ts";

const COLUMNS = columns<typeof operatorTokens>()(
  "id",
  "operator_id",
  "name",
  "role",
  "created_at",
  "expires_at",
  "last_used_at",
);

export type TokenRow = In<typeof COLUMNS>;

/** An operator's valid tokens, newest first. */
export function listTokens(sql: Sql, operatorId: number, now: number): TokenRow[] {
  return sql.all<TokenRow>(
    `SELECT ${COLUMNS} FROM operator_tokens WHERE operator_id = ? AND expires_at > ? ORDER BY id DESC LIMIT 200`,
    operatorId,
    now,
  );
}

export function findToken(sql: Sql, operatorId: number, tokenId: number): TokenRow | null {
  return sql.get<TokenRow>(
    `SELECT ${COLUMNS} FROM operator_tokens WHERE id = ? AND operator_id = ?`,
    tokenId,
    operatorId,
  );
}

interface NewToken {
  operatorId: number;
  tokenHash: string;
  name: string;
  role: Role;
  expiresAt: number;
}

export function insertToken(tx: Tx, { operatorId, tokenHash, name, role, expiresAt }: NewToken): number {
  return tx.run(
    `INSERT INTO operator_tokens (token_hash, operator_id, name, role, created_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
    tokenHash,
    operatorId,
    name,
    role,
    tx.now,
    expiresAt,
  ).lastInsertRowid;
}

export function deleteToken(tx: Tx, tokenId: number): void {
  tx.run("DELETE FROM operator_tokens WHERE id = ?", tokenId);
}
