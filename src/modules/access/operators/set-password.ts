import type { Database } from "../../../db/database.ts";
import type { Tx } from "../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import type { Actor, OperatorActor } from "../../../http/operation.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { deleteSessions } from "./sessions/store.ts";
import { beginSession, type Device } from "./sign-in.ts";
import {
  findByLink,
  findOperator,
  type OperatorRow,
  revokeCredentials,
  setPassword,
  useLink,
} from "./store.ts";

/** The operator of a password link; does not use up the link. @throws Problem not_found */
export function requireLink(live: Database, link: string, now: number): OperatorRow {
  const row = findByLink(live.read, sha256Hex(link), now);
  if (row === null) throw linkOver();
  return row;
}

/** Sets a password with a one-time link, uses the link up, ends older sessions and starts one. Returns its token. */
export async function setPasswordByLink(
  live: Database,
  {
    link,
    password,
    repeated,
    now,
    device,
  }: { link: string; password: string; repeated: string; now: number; device: Device },
): Promise<string> {
  requireLink(live, link, now);
  const hash = await hashNew(password, repeated);
  return live.writer.run((tx) => {
    const row = findByLink(tx, sha256Hex(link), tx.now);
    if (row === null) throw linkOver();
    useLink(tx, sha256Hex(link));
    keepPassword(tx, row, { hash, keptSession: null });
    return beginSession(tx, row, { device, by: { method: "link" } });
  });
}

/**
 * Changes the password of the signed-in operator, and ends their other sessions and their bearer tokens. @throws
 * Problem forbidden, invalid_payload
 */
export async function changePassword(
  live: Database,
  actor: OperatorActor,
  given: { current: string; password: string; repeated: string },
): Promise<void> {
  const row = findOperator(live.read, actor.name);
  if (!(await verifyPassword(given.current, row?.password_hash ?? null, "trusted")))
    throw invalidPayload("current", "is not your password");
  const hash = await hashNew(given.password, given.repeated);
  await live.writer.run((tx) => {
    const now = findOperator(tx, actor.name);
    if (now === null || now.status !== "active")
      throw new Problem("forbidden", "Sign in again.", { reason: "operator_required" });
    keepPassword(tx, now, { hash, keptSession: actor.session?.tokenHash ?? null });
    revokeCredentials(tx, now.id);
  });
}

function keepPassword(
  tx: Tx,
  { id, name, role }: OperatorRow,
  { hash, keptSession }: { hash: string; keptSession: string | null },
): void {
  setPassword(tx, id, hash);
  deleteSessions(tx, id, keptSession);
  const actor: Actor = { kind: "operator", name, role, session: null };
  recordAudit(tx, actor, { action: "operator.password", subject: name, details: {} });
}

function hashNew(password: string, repeated: string): Promise<string> {
  if (password !== repeated) throw invalidPayload("repeated", "differs from the password");
  return hashPassword(password);
}

function linkOver(): Problem {
  return new Problem(
    "not_found",
    "Ask an owner for a new link, or run `salute operators reset`: this one was used or revoked, or is older than 24 h.",
  );
}
