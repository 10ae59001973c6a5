import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { users, walletChallenges } from "../../../db/tables/users.ts";
import { WALLET_COLUMNS, type WalletRow } from "../users/index.ts";

/** The user's link to this address. */
export function findLink(sql: Sql, userId: number, address: string): WalletRow | null {
  return sql.get<WalletRow>(
    `SELECT ${WALLET_COLUMNS} FROM wallet_links WHERE user_id = ? AND wallet_address = ?`,
    userId,
    address,
  );
}

export interface HeldWalletRow extends WalletRow, Pick<RowOf<typeof users>, "external_id"> {
  external_id: string;
}

/** The partner's link to this address, held by any of its users. */
export function findLinkOfPartner(sql: Sql, partnerId: number, address: string): HeldWalletRow | null {
  return sql.get<HeldWalletRow>(
    `SELECT w.*, u.external_id FROM wallet_links w JOIN users u ON u.id = w.user_id
       WHERE w.partner_id = ? AND w.wallet_address = ? AND u.external_id IS NOT NULL`,
    partnerId,
    address,
  );
}

/** Inserts a link that is not primary; use `setPrimary` for that. */
export function insertLink(tx: Tx, partnerId: number, link: Omit<WalletRow, "id" | "is_primary">): void {
  tx.run(
    `INSERT INTO wallet_links (partner_id, user_id, blockchain, wallet_address, label, is_primary, is_hidden, verified_at,
       proof_format, created_at) VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?, ?)`,
    partnerId,
    link.user_id,
    link.blockchain,
    link.wallet_address,
    link.label,
    link.is_hidden,
    link.verified_at,
    link.proof_format,
    link.created_at,
  );
}

/** Changes label, visibility and verification; only `setPrimary` moves the primary. */
export function updateLink(
  tx: Tx,
  id: number,
  link: Pick<WalletRow, "label" | "is_hidden" | "verified_at" | "proof_format">,
): void {
  tx.run(
    "UPDATE wallet_links SET label = ?, is_hidden = ?, verified_at = ?, proof_format = ? WHERE id = ?",
    link.label,
    link.is_hidden,
    link.verified_at,
    link.proof_format,
    id,
  );
}

/** Sets a link's last proof, a signature of the text itself, to now. */
export function markVerified(tx: Tx, link: WalletRow): void {
  updateLink(tx, link.id, { ...link, verified_at: tx.now, proof_format: "raw" });
}

/** At most one link of a user may be primary at any time: clear the old one before setting another. */
export function setPrimary(tx: Tx, id: number, isPrimary: 0 | 1): void {
  tx.run("UPDATE wallet_links SET is_primary = ? WHERE id = ?", isPrimary, id);
}

export function deleteLink(tx: Tx, id: number): void {
  tx.run("DELETE FROM wallet_links WHERE id = ?", id);
}

export type ChallengeRow = Pick<
  RowOf<typeof walletChallenges>,
  | "id"
  | "user_id"
  | "wallet_address"
  | "domain"
  | "text"
  | "wrong_tries"
  | "issued_at"
  | "expires_at"
  | "used_at"
>;

export function findChallenge(sql: Sql, partnerId: number, id: string): ChallengeRow | null {
  return sql.get<ChallengeRow>(
    `SELECT id, user_id, wallet_address, domain, text, wrong_tries, issued_at, expires_at, used_at
       FROM wallet_challenges WHERE id = ? AND partner_id = ?`,
    id,
    partnerId,
  );
}

/** Number of the user's challenges that can still be answered. */
export function countLiveChallenges(
  sql: Sql,
  userId: number,
  { maxWrongTries, now }: { maxWrongTries: number; now: number },
): number {
  const row = sql.get<{ count: number }>(
    `SELECT COUNT(*) AS count FROM wallet_challenges
       WHERE user_id = ? AND expires_at > ? AND used_at IS NULL AND wrong_tries < ?`,
    userId,
    now,
    maxWrongTries,
  );
  return row?.count ?? 0;
}

export function insertChallenge(
  tx: Tx,
  partnerId: number,
  challenge: Omit<ChallengeRow, "wrong_tries" | "used_at">,
): void {
  tx.run(
    `INSERT INTO wallet_challenges (id, partner_id, user_id, wallet_address, domain, text, wrong_tries, issued_at,
       expires_at) VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?)`,
    challenge.id,
    partnerId,
    challenge.user_id,
    challenge.wallet_address,
    challenge.domain,
    challenge.text,
    challenge.issued_at,
    challenge.expires_at,
  );
}

/** Deletes the user's expired challenges. */
export function deleteExpiredChallenges(tx: Tx, userId: number): void {
  tx.run("DELETE FROM wallet_challenges WHERE user_id = ? AND expires_at <= ?", userId, tx.now);
}

export function countWrongTry(tx: Tx, challengeId: string): void {
  tx.run("UPDATE wallet_challenges SET wrong_tries = wrong_tries + 1 WHERE id = ?", challengeId);
}

export function useChallenge(tx: Tx, challengeId: string): void {
  tx.run("UPDATE wallet_challenges SET used_at = ? WHERE id = ?", tx.now, challengeId);
}

/** Deletes wallet challenges that expired before a time, up to `chunk` per call. Returns how many. */
export function purgeChallenges(tx: Tx, expiredBefore: number, chunk: number): number {
  return tx.run("DELETE FROM wallet_challenges WHERE expires_at < ? LIMIT ?", expiredBefore, chunk).changes;
}

/** Deletes all wallets and challenges of a user. */
export function deleteUserWallets(tx: Tx, userId: number): void {
  tx.run("DELETE FROM wallet_challenges WHERE user_id = ?", userId);
  tx.run("DELETE FROM wallet_links WHERE user_id = ?", userId);
}
