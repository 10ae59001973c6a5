import type { Sql, Tx } from "../../../db/sql.ts";
import type { Actor, Role } from "../../../http/operation.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { randomSecret } from "../../../kit/ids.ts";
import { InvalidInput } from "../../../kit/invalid-input.ts";
import { listAudit, recordAudit } from "../../platform/audit/index.ts";
import { deletePasskeys } from "../passkeys/index.ts";
import { deleteRecoveryCodes } from "./recovery-codes.ts";
import { deleteSessions } from "./sessions/store.ts";
import {
  countActiveOwners,
  deleteCredentials,
  findOperator,
  insertLink,
  insertOperator,
  type OperatorRow,
  setOperatorRole,
  setOperatorStatus,
  setPassword,
  setTotp,
} from "./store.ts";
import { createToken, TOKEN_DAYS } from "./tokens/manage-tokens.ts";

/** The change is not possible; the message says why. */
export class OperatorError extends Error {}

/** An operator with a one-time link, shown once, to create a passkey or set a password. */
export interface InvitedOperator {
  name: string;
  role: Role;
  password_link: string;
}

/** The same with a bearer token for programs. */
export interface IssuedOperator extends InvitedOperator {
  token: string;
}

const LINK_MS = DAY_MS;

interface NewOperator {
  baseUrl: string;
  name: string;
  role: Role;
}

/**
 * Creates an operator with a one-time link. @throws InvalidInput for a malformed name, OperatorError for a taken one
 */
export function inviteOperator(tx: Tx, actor: Actor, { baseUrl, name, role }: NewOperator): InvitedOperator {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/.test(name)) {
    throw new InvalidInput("name", "must be 1 to 40 of A-Z a-z 0-9 . _ -, starting with a letter or digit");
  }
  if (findOperator(tx, name) !== null) throw new OperatorError(`there is already an operator ${name}`);
  if (wasDeleted(tx, name))
    throw new OperatorError(`choose another name: ${name} was deleted, and the audit trail keeps the name`);
  const id = insertOperator(tx, name, role);
  recordAudit(tx, actor, { action: "operator.create", subject: name, details: { role } });
  return { name, role, password_link: issueLink(tx, id, baseUrl) };
}

/** As `inviteOperator`, with a bearer token. */
export function createOperator(tx: Tx, actor: Actor, given: NewOperator): IssuedOperator {
  return withToken(tx, actor, inviteOperator(tx, actor, given));
}

/**
 * Ends an operator's tokens, links, sessions, passkeys, password and second factor, and issues a link. This restores
 * access for an owner who lost it.
 */
export function resetOperator(
  tx: Tx,
  actor: Actor,
  { baseUrl, name }: Pick<NewOperator, "baseUrl" | "name">,
): InvitedOperator {
  const row = requireOperator(tx, name);
  endAccess(tx, row.id);
  deletePasskeys(tx, { type: "operator", id: row.id });
  setPassword(tx, row.id, null);
  setTotp(tx, row.id, null);
  deleteRecoveryCodes(tx, row.id);
  setOperatorStatus(tx, row.id, "active");
  recordAudit(tx, actor, { action: "operator.reset", subject: name, details: {} });
  return { name, role: row.role, password_link: issueLink(tx, row.id, baseUrl) };
}

/** Adds a bearer token of the operator's own role. */
export function withToken(tx: Tx, actor: Actor, invited: InvitedOperator): IssuedOperator {
  const operator = requireOperator(tx, invited.name);
  const wish = { name: "first", role: operator.role, days: TOKEN_DAYS };
  const { token } = createToken(tx, actor, { operator, wish });
  return { name: invited.name, role: invited.role, token, password_link: invited.password_link };
}

export function disableOperator(tx: Tx, actor: Actor, name: string): void {
  const row = requireOperator(tx, name);
  endAccess(tx, row.id);
  setOperatorStatus(tx, row.id, "disabled");
  recordAudit(tx, actor, { action: "operator.disable", subject: name, details: {} });
}

/** Changes an operator's role and ends their sessions. */
export function setRole(tx: Tx, actor: Actor, { name, role }: { name: string; role: Role }): void {
  const row = requireOperator(tx, name);
  if (row.role === role) return;
  deleteSessions(tx, row.id, null);
  setOperatorRole(tx, row.id, role);
  recordAudit(tx, actor, { action: "operator.role", subject: name, details: { from: row.role, to: role } });
}

/** Whether this is the only operator who may manage operators. */
export function isLastOwner(sql: Sql, name: string): boolean {
  const row = findOperator(sql, name);
  return row?.role === "owner" && row.status === "active" && countActiveOwners(sql) === 1;
}

/** Whether a deleted operator had this name. */
export function wasDeleted(sql: Sql, name: string): boolean {
  return listAudit(sql, 1, { action: "operator.delete", subject: name }).length > 0;
}

function endAccess(tx: Tx, operatorId: number): void {
  deleteCredentials(tx, operatorId);
  deleteSessions(tx, operatorId, null);
}

function issueLink(tx: Tx, operatorId: number, baseUrl: string): string {
  const link = randomSecret(tx.random);
  insertLink(tx, operatorId, { tokenHash: sha256Hex(link), expiresAt: tx.now + LINK_MS });
  return `${baseUrl}/admin/password/${link}`;
}

/** @throws OperatorError */
export function requireOperator(sql: Sql, name: string): OperatorRow {
  const row = findOperator(sql, name);
  if (row === null) throw new OperatorError(`no operator ${name}; see: salute operators list`);
  return row;
}
