import type { Sql, Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { MemberActor } from "../../../http/operation.ts";
import {
  addPasskey,
  type Challenges,
  deletePasskey,
  FRESH_MS,
  requirePasskey,
  type Subject,
  setPasskeyName,
} from "../../access/passkeys/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { findMember, type MemberRow } from "../members/index.ts";
import { findSession, MEMBER_COOKIE } from "../sessions/index.ts";

/** A member as the owner of passkeys. */
export function toSubject({ id }: Pick<MemberRow, "id">): Subject {
  return { type: "member", id };
}

/** The member who acts. @throws Problem forbidden in a session that names nobody */
export function requireSelf(sql: Sql, { partnerId, memberId }: MemberActor): MemberRow {
  const member = memberId === null ? null : findMember(sql, partnerId, memberId);
  if (member === null)
    throw new Problem(
      "forbidden",
      "Sign in as a member: passkeys belong to a person, and this session names nobody.",
      { reason: "session_required" },
    );
  return member;
}

/** Refuses to change how a member signs in, so that a session left open does not become another's account. */
export function requireFresh(sql: Sql, { session }: MemberActor, now: number): void {
  const row = findSession(sql, session.tokenHash, now);
  if (row !== null && row.expires_at - MEMBER_COOKIE.lifetimeMs > now - FRESH_MS) return;
  throw new Problem(
    "forbidden",
    "Close the session, sign in again, and repeat this: it needs a sign-in within the last 15 minutes.",
    { reason: "session_required" },
  );
}

/** Adds a passkey of the member who acts. @throws Problem forbidden, invalid_payload, state_conflict */
export function addOwnPasskey(
  tx: Tx,
  actor: MemberActor,
  { challenges, ...given }: { challenges: Challenges; baseUrl: string; answer: string; name: string },
): void {
  const subject = toSubject(requireSelf(tx, actor));
  requireFresh(tx, actor, tx.now);
  const id = addPasskey(tx, challenges, { subject, ...given });
  record(tx, actor, { action: "member.passkey_add", details: { passkey_id: id, passkey: given.name } });
}

/** @throws Problem forbidden, not_found */
export function renameOwnPasskey(
  tx: Tx,
  actor: MemberActor,
  { passkeyId, name }: { passkeyId: string; name: string },
): void {
  const passkey = requirePasskey(tx, toSubject(requireSelf(tx, actor)), passkeyId);
  setPasskeyName(tx, passkey.id, name);
  const details = { passkey_id: passkey.id, before: passkey.name, after: name };
  record(tx, actor, { action: "member.passkey_rename", details });
}

/** Removes a passkey; links by mail remain as a way in. @throws Problem forbidden, not_found */
export function removeOwnPasskey(tx: Tx, actor: MemberActor, passkeyId: string): void {
  const passkey = requirePasskey(tx, toSubject(requireSelf(tx, actor)), passkeyId);
  requireFresh(tx, actor, tx.now);
  deletePasskey(tx, passkey.id);
  const details = { passkey_id: passkey.id, passkey: passkey.name };
  record(tx, actor, { action: "member.passkey_remove", details });
}

function record(
  tx: Tx,
  actor: MemberActor,
  entry: { action: string; details: Record<string, unknown> },
): void {
  recordAudit(tx, actor, { ...entry, subject: `${actor.partner}/${actor.memberId}` });
}
