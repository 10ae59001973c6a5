import type { Sql, Tx } from "../../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../../http/answers/problem.ts";
import { type Actor, hasRole, type Role } from "../../../../http/operation.ts";
import { DAY_MS } from "../../../../kit/clock.ts";
import { sha256Hex } from "../../../../kit/crypto/seal.ts";
import { randomSecret } from "../../../../kit/ids.ts";
import { recordAudit } from "../../../platform/audit/index.ts";
import type { OperatorRow } from "../store.ts";
import { deleteToken, findToken, insertToken, listTokens, type TokenRow } from "./store.ts";

export const MAX_TOKEN_DAYS = 365;
export const TOKEN_DAYS = 90;
const MAX_TOKENS = 50;

interface TokenWish {
  name: string;
  role: Role;
  days: number;
}

/** A token with the secret that is shown once. */
export interface IssuedToken {
  tokenId: number;
  token: string;
  expiresAt: number;
}

/** Creates a bearer token of an operator. @throws Problem invalid_payload, state_conflict */
export function createToken(
  tx: Tx,
  actor: Actor,
  { operator, wish: { name, role, days } }: { operator: OperatorRow; wish: TokenWish },
): IssuedToken {
  if (!hasRole(operator.role, role))
    throw invalidPayload("role", `must be one that ${operator.name} has: ${operator.role} or a lower one`);
  if (!Number.isInteger(days) || days < 1 || days > MAX_TOKEN_DAYS)
    throw invalidPayload("days", `must be a whole number from 1 to ${MAX_TOKEN_DAYS}`);
  const known = listTokens(tx, operator.id, tx.now);
  if (known.some((each) => each.name === name))
    throw invalidPayload("name", "must be new: there is a token of this name");
  if (known.length >= MAX_TOKENS)
    throw new Problem("state_conflict", `Revoke a token first: ${operator.name} has ${MAX_TOKENS}.`);
  const token = `op_${randomSecret(tx.random)}`;
  const expiresAt = tx.now + days * DAY_MS;
  const tokenId = insertToken(tx, {
    operatorId: operator.id,
    tokenHash: sha256Hex(token),
    name,
    role,
    expiresAt,
  });
  recordAudit(tx, actor, {
    action: "operator.token_create",
    subject: operator.name,
    details: { token_id: tokenId, token: name, role, days },
  });
  return { tokenId, token, expiresAt };
}

/** Ends a token at once. @throws Problem not_found */
export function revokeToken(
  tx: Tx,
  actor: Actor,
  { operator, tokenId }: { operator: OperatorRow; tokenId: number },
): void {
  const { id, name, role } = requireToken(tx, operator, tokenId);
  deleteToken(tx, id);
  recordAudit(tx, actor, {
    action: "operator.token_revoke",
    subject: operator.name,
    details: { token_id: id, token: name, role },
  });
}

/** @throws Problem not_found if the operator has no such token */
export function requireToken(sql: Sql, operator: OperatorRow, tokenId: number): TokenRow {
  const row = findToken(sql, operator.id, tokenId);
  if (row === null)
    throw new Problem("not_found", `Choose a token from the list: ${operator.name} has none with this id.`);
  return row;
}
