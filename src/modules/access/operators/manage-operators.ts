import type { Sql, Tx } from "../../../db/sql.ts";
import type { Actor, Role } from "../../../http/operation.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { randomSecret } from "../../../kit/ids.ts";
import { InvalidInput } from "../../../kit/invalid-input.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { deletePasskeys } from "../passkeys/index.ts";
import { deleteRecoveryCodes } from "./recovery-codes.ts";
import { deleteSessions } from "./sessions/store.ts";
import {
  countActiveOwners,
  findOperator,
  insertCredential,
  insertOperator,
  type OperatorRow,
  revokeCredentials,
  setOperatorRole,
  setOperatorStatus,
  setPassword,
  setTotp,
} from "./store.ts";

/** The change is not possible; the message says why. */
export class OperatorError extends Error {}

/** An operator with the secrets that are shown once: a bearer token and a link to set a password. */
export interface IssuedOperator {
  name: string;
  role: Role;
  token: string;
  password_link: string;
}

const BEARER_MS = 90 * DAY_MS;
const LINK_MS = DAY_MS;

/** Creates an operator. @throws InvalidInput for a malformed name, OperatorError for a taken one */
export function createOperator(
  tx: Tx,
  actor: Actor,
  { baseUrl, name, role }: { baseUrl: string; name: string; role: Role },
): IssuedOperator {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/.test(name)) {
    throw new InvalidInput("name", "must be 1 to 40 of A-Z a-z 0-9 . _ -, starting with a letter or digit");
  }
  if (findOperator(tx, name) !== null) throw new OperatorError(`there is already an operator ${name}`);
  const id = insertOperator(tx, name, role);
  recordAudit(tx, actor, { action: "operator.create", subject: name, details: { role } });
  return { name, role, ...issueCredentials(tx, id, baseUrl) };
}

/**
 * Ends an operator's tokens, links, sessions, passkeys, password and second factor, and issues a token and a link. This
 * restores access for an owner who lost it.
 */
export function resetOperator(
  tx: Tx,
  actor: Actor,
  { baseUrl, name }: { baseUrl: string; name: string },
): IssuedOperator {
  const row = requireOperator(tx, name);
  endAccess(tx, row.id);
  deletePasskeys(tx, { type: "operator", id: row.id });
  setPassword(tx, row.id, null);
  setTotp(tx, row.id, null);
  deleteRecoveryCodes(tx, row.id);
  setOperatorStatus(tx, row.id, "active");
  recordAudit(tx, actor, { action: "operator.reset", subject: name, details: {} });
  return { name, role: row.role, ...issueCredentials(tx, row.id, baseUrl) };
}

export function disableOperator(tx: Tx, actor: Actor, name: string): void {
  const row = requireOperator(tx, name);
  endAccess(tx, row.id);
  setOperatorStatus(tx, row.id, "disabled");
  recordAudit(tx, actor, { action: "operator.disable", subject: name, details: {} });
}

/** Changes an operator's role and ends their sessions. */
export function changeRole(tx: Tx, actor: Actor, { name, role }: { name: string; role: Role }): void {
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

function endAccess(tx: Tx, operatorId: number): void {
  revokeCredentials(tx, operatorId);
  deleteSessions(tx, operatorId, null);
}

function issueCredentials(
  tx: Tx,
  operatorId: number,
  baseUrl: string,
): { token: string; password_link: string } {
  const token = `op_${randomSecret(tx.random)}`;
  const link = randomSecret(tx.random);
  insertCredential(tx, {
    operatorId,
    kind: "bearer",
    tokenHash: sha256Hex(token),
    expiresAt: tx.now + BEARER_MS,
  });
  insertCredential(tx, {
    operatorId,
    kind: "password_link",
    tokenHash: sha256Hex(link),
    expiresAt: tx.now + LINK_MS,
  });
  return { token, password_link: `${baseUrl}/admin/password/${link}` };
}

function requireOperator(tx: Tx, name: string): OperatorRow {
  const row = findOperator(tx, name);
  if (row === null) throw new OperatorError(`no operator ${name}; see: salute operators list`);
  return row;
}
