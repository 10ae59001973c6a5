import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { portalMembers } from "../../../db/tables/partners.ts";

export type MemberRow = RowOf<typeof portalMembers>;

/** Far more than a partner may have at once. */
const LISTED = 1_000;

/** A partner's members who are not removed, by name. */
export function listMembers(sql: Sql, partnerId: number): MemberRow[] {
  return sql.all<MemberRow>(
    "SELECT * FROM portal_members WHERE partner_id = ? AND removed_at IS NULL ORDER BY name, id LIMIT ?",
    partnerId,
    LISTED,
  );
}

/** A partner's members, then the removed ones, last removed first: the limit leaves out those removed long ago. */
export function listMembersEver(sql: Sql, partnerId: number): MemberRow[] {
  return sql.all<MemberRow>(
    `SELECT * FROM portal_members WHERE partner_id = ?
       ORDER BY removed_at IS NOT NULL, removed_at DESC, id LIMIT ?`,
    partnerId,
    LISTED,
  );
}

/** A partner's member who is not removed. */
export function findMember(sql: Sql, partnerId: number, id: number): MemberRow | null {
  return sql.get<MemberRow>(
    "SELECT * FROM portal_members WHERE id = ? AND partner_id = ? AND removed_at IS NULL",
    id,
    partnerId,
  );
}

/** A member of any partner, for one who proves to be it; null if removed. */
export function findMemberById(sql: Sql, id: number): MemberRow | null {
  return sql.get<MemberRow>("SELECT * FROM portal_members WHERE id = ? AND removed_at IS NULL", id);
}

/** The members with an address, one per partner. */
export function listMembersByEmail(sql: Sql, emailHash: string, limit: number): MemberRow[] {
  return sql.all<MemberRow>(
    "SELECT * FROM portal_members WHERE email_hash = ? AND removed_at IS NULL ORDER BY id LIMIT ?",
    emailHash,
    limit,
  );
}

type NewMember = Pick<MemberRow, "uid" | "partner_id" | "name" | "email_hash" | "email_sealed" | "access">;

export function insertMember(tx: Tx, member: NewMember): number {
  return tx.run(
    `INSERT INTO portal_members (uid, partner_id, name, email_hash, email_sealed, access, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    member.uid,
    member.partner_id,
    member.name,
    member.email_hash,
    member.email_sealed,
    member.access,
    tx.now,
  ).lastInsertRowid;
}

export function setAccess(tx: Tx, id: number, access: MemberRow["access"]): void {
  tx.run("UPDATE portal_members SET access = ? WHERE id = ?", access, id);
}

/** Removes a member, and the address. */
export function markRemoved(tx: Tx, id: number): void {
  tx.run(
    "UPDATE portal_members SET removed_at = ?, email_hash = NULL, email_sealed = NULL WHERE id = ?",
    tx.now,
    id,
  );
}

export function noteSignIn(tx: Tx, id: number): void {
  tx.run("UPDATE portal_members SET last_sign_in_at = ? WHERE id = ?", tx.now, id);
}
