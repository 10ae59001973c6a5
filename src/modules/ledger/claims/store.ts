import type { PersonalColumn, RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { donationClaims } from "../../../db/tables/claims.ts";
import type { partners } from "../../../db/tables/partners.ts";
import type { EmailStatus } from "./model.ts";

export type NewClaim = Pick<
  RowOf<typeof donationClaims>,
  | "partner_id"
  | "partner_key_id"
  | "campaign_id"
  | "amount"
  | "salutes"
  | "currency"
  | "user_id"
  | "recipient_email"
  | "recipient_name"
  | "reference"
  | "metadata"
  | "code_hash"
  | "code_sealed"
  | "email_status"
  | "mint"
  | "expires_at"
>;

export interface ClaimRow extends RowOf<typeof donationClaims> {
  /** The campaign's name. */
  campaign: string;
}

/** The id of the partner's campaign with this name, created if new. */
export function ensureCampaign(tx: Tx, partnerId: number, name: string): number {
  const known = tx.get<{ id: number }>(
    "SELECT id FROM claim_campaigns WHERE partner_id = ? AND name = ?",
    partnerId,
    name,
  );
  if (known !== null) return known.id;
  return tx.run(
    "INSERT INTO claim_campaigns (partner_id, name, created_at) VALUES (?, ?, ?)",
    partnerId,
    name,
    tx.now,
  ).lastInsertRowid;
}

export function insertClaim(tx: Tx, claim: NewClaim): number {
  return tx.run(
    `INSERT INTO donation_claims (partner_id, partner_key_id, campaign_id, amount, salutes, currency, user_id,
       recipient_email, recipient_name, reference, metadata, code_hash, code_sealed, email_status, mint, expires_at,
       state, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'issued', ?)`,
    claim.partner_id,
    claim.partner_key_id,
    claim.campaign_id,
    claim.amount,
    claim.salutes,
    claim.currency,
    claim.user_id,
    claim.recipient_email,
    claim.recipient_name,
    claim.reference,
    claim.metadata,
    claim.code_hash,
    claim.code_sealed,
    claim.email_status,
    claim.mint,
    claim.expires_at,
    tx.now,
  ).lastInsertRowid;
}

export const JOIN_CAMPAIGN = "JOIN claim_campaigns AS g ON g.id = c.campaign_id";
export const SELECT_CLAIM = `SELECT c.*, g.name AS campaign FROM donation_claims AS c ${JOIN_CAMPAIGN}`;

export function findClaim(sql: Sql, id: number): ClaimRow | null {
  return sql.get<ClaimRow>(`${SELECT_CLAIM} WHERE c.id = ?`, id);
}

export function findClaimByHash(sql: Sql, hash: string): ClaimRow | null {
  return sql.get<ClaimRow>(`${SELECT_CLAIM} WHERE c.code_hash = ?`, hash);
}

/**
 * Issued claims past their deadline, the longest overdue first. SQLite's own plan would read and sort all issued
 * ones.
 */
export function listOverdue(sql: Sql, now: number, limit: number): ClaimRow[] {
  return sql.all<ClaimRow>(
    `SELECT c.*, g.name AS campaign FROM donation_claims AS c INDEXED BY donation_claims_due ${JOIN_CAMPAIGN}
       WHERE c.state = 'issued' AND c.expires_at <= ? ORDER BY c.expires_at LIMIT ?`,
    now,
    limit,
  );
}

/** A user's issued claims past their deadline, in the order of their issue. */
export function listUserOverdue(sql: Sql, userId: number, now: number): ClaimRow[] {
  return sql.all<ClaimRow>(
    `${SELECT_CLAIM} WHERE c.user_id = ? AND c.state = 'issued' AND c.expires_at <= ? ORDER BY c.id`,
    userId,
    now,
  );
}

/** Stores a claim's new state. */
export function updateClaim(tx: Tx, row: ClaimRow): void {
  tx.run(
    `UPDATE donation_claims SET state = ?, wallet_address = ?, settlement_signature = ?, ledger_entry_id = ?,
       cancel_reason = ?, claimed_at = ?, resolved_at = ? WHERE id = ?`,
    row.state,
    row.wallet_address,
    row.settlement_signature,
    row.ledger_entry_id,
    row.cancel_reason,
    row.claimed_at,
    row.resolved_at,
    row.id,
  );
}

export function setEmailStatus(tx: Tx, id: number, status: EmailStatus): void {
  tx.run("UPDATE donation_claims SET email_status = ? WHERE id = ?", status, id);
}

/** Clears recipients' personal data of claims that ended before a time, at most `chunk` per call. */
export function forgetRecipients(tx: Tx, before: number, chunk: number): number {
  return tx.run(
    `UPDATE donation_claims SET recipient_email = NULL, recipient_name = NULL
       WHERE resolved_at < ? AND (recipient_email IS NOT NULL OR recipient_name IS NOT NULL) LIMIT ?`,
    before,
    chunk,
  ).changes;
}

/** Whether a donation claim may still credit or pay the user. */
export function hasOpenClaim(sql: Sql, userId: number, now: number): boolean {
  const row = sql.get(
    `SELECT 1 FROM donation_claims WHERE user_id = ? AND state IN ('issued', 'claimed')
       AND (state = 'claimed' OR expires_at > ?) LIMIT 1`,
    userId,
    now,
  );
  return row !== null;
}

/** Clears a deleted user's personal data in claims. */
export function forgetRecipient(tx: Tx, userId: number): void {
  const forgotten = {
    recipient_email: null,
    recipient_name: null,
    metadata: null,
  } satisfies Record<PersonalColumn<typeof donationClaims>, null>;
  tx.run(
    "UPDATE donation_claims SET recipient_email = ?, recipient_name = ?, metadata = ? WHERE user_id = ?",
    forgotten.recipient_email,
    forgotten.recipient_name,
    forgotten.metadata,
    userId,
  );
}

/** The issuing partner's name, as shown to the recipient. */
export function readPartnerName(sql: Sql, { partner_id }: ClaimRow): string {
  return (
    sql.get<Pick<RowOf<typeof partners>, "name">>("SELECT name FROM partners WHERE id = ?", partner_id)
      ?.name ?? ""
  );
}
