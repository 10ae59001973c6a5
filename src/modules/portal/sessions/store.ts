import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { portalLinks, portalSessions } from "../../../db/tables/partners.ts";

type LinkRow = RowOf<typeof portalLinks>;
type SessionRow = RowOf<typeof portalSessions>;

interface PartnerName {
  partner: string;
}

export function insertLink(tx: Tx, link: Omit<LinkRow, "used_at">): void {
  tx.run(
    `INSERT INTO portal_links (token_hash, partner_id, access, key_id, embed_origin, member_id, operator,
         operator_role, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    link.token_hash,
    link.partner_id,
    link.access,
    link.key_id,
    link.embed_origin,
    link.member_id,
    link.operator,
    link.operator_role,
    link.expires_at,
  );
}

export type OpenLink = Omit<LinkRow, "used_at" | "expires_at"> & PartnerName;

/** The link that can still be opened; null if it is unknown, used or expired. */
export function findLink(sql: Sql, tokenHash: string, now: number): OpenLink | null {
  return sql.get<OpenLink>(
    `SELECT l.token_hash, l.partner_id, coalesce(m.access, l.access) AS access, l.key_id, l.embed_origin, l.member_id,
         l.operator, l.operator_role, partners.name AS partner
       FROM portal_links AS l JOIN partners ON partners.id = l.partner_id
         LEFT JOIN portal_members AS m ON m.id = l.member_id
       WHERE l.token_hash = ? AND l.used_at IS NULL AND l.expires_at > ? AND m.removed_at IS NULL`,
    tokenHash,
    now,
  );
}

export function useLink(tx: Tx, tokenHash: string): void {
  tx.run("UPDATE portal_links SET used_at = ? WHERE token_hash = ?", tx.now, tokenHash);
}

export function insertSession(tx: Tx, session: SessionRow): void {
  tx.run(
    `INSERT INTO portal_sessions (token_hash, partner_id, access, key_id, embed_origin, member_id, operator,
         operator_role, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    session.token_hash,
    session.partner_id,
    session.access,
    session.key_id,
    session.embed_origin,
    session.member_id,
    session.operator,
    session.operator_role,
    session.expires_at,
  );
}

export type OpenSession = Omit<SessionRow, "token_hash"> & PartnerName;

/** The session that has not ended; null if it is unknown or expired, or its member is removed. */
export function findSession(sql: Sql, tokenHash: string, now: number): OpenSession | null {
  return sql.get<OpenSession>(
    `SELECT s.partner_id, coalesce(m.access, s.access) AS access, s.key_id, s.embed_origin, s.member_id, s.operator,
         s.operator_role, s.expires_at, partners.name AS partner
       FROM portal_sessions AS s JOIN partners ON partners.id = s.partner_id
         LEFT JOIN portal_members AS m ON m.id = s.member_id
       WHERE s.token_hash = ? AND s.expires_at > ? AND m.removed_at IS NULL`,
    tokenHash,
    now,
  );
}

export function deleteSession(tx: Tx, tokenHash: string): void {
  tx.run("DELETE FROM portal_sessions WHERE token_hash = ?", tokenHash);
}

/** Number of a partner's open sessions; 0 for a partner who never used live keys or these pages. */
export function countSessions(sql: Sql, partner: string, now: number): number {
  return sql.one<{ count: number }>(
    `SELECT COUNT(*) AS count FROM portal_sessions
       WHERE partner_id = (SELECT id FROM partners WHERE name = ?) AND expires_at > ?`,
    partner,
    now,
  ).count;
}

/** Ends a partner's sessions and links. Returns the number of sessions. */
export function deletePartnersSessions(tx: Tx, partnerId: number): number {
  tx.run("DELETE FROM portal_links WHERE partner_id = ?", partnerId);
  return tx.run("DELETE FROM portal_sessions WHERE partner_id = ?", partnerId).changes;
}

/** Ends a member's links, opened or not. */
export function deleteMembersLinks(tx: Tx, memberId: number): void {
  tx.run("DELETE FROM portal_links WHERE member_id = ?", memberId);
}

/** Ends a member's sessions and links. */
export function deleteMembersSessions(tx: Tx, memberId: number): void {
  deleteMembersLinks(tx, memberId);
  tx.run("DELETE FROM portal_sessions WHERE member_id = ?", memberId);
}

/** Number of a member's links that can be opened now and end by a time. */
export function countOpenLinks(
  sql: Sql,
  memberId: number,
  { now, endBy }: { now: number; endBy: number },
): number {
  return sql.one<{ count: number }>(
    `SELECT count(*) AS count FROM portal_links
       WHERE member_id = ? AND used_at IS NULL AND expires_at > ? AND expires_at <= ?`,
    memberId,
    now,
    endBy,
  ).count;
}

/** Deletes up to `chunk` links and as many sessions that expired before a time. Returns how many. */
export function purgePortal(tx: Tx, expiredBefore: number, chunk: number): number {
  return (["portal_links", "portal_sessions"] as const)
    .map(
      (table) => tx.run(`DELETE FROM ${table} WHERE expires_at <= ? LIMIT ?`, expiredBefore, chunk).changes,
    )
    .reduce((sum, count) => sum + count, 0);
}
