import { Conditions } from "../../../db/conditions.ts";
import type { PersonalColumn, RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { donationClaims } from "../../../db/tables/claims.ts";
import type { partners } from "../../../db/tables/partners.ts";
import type { PagePosition } from "../../../kit/cursor.ts";
import { addMetadata, type MetadataPair } from "../../platform/metadata/index.ts";
import type { EmailStatus } from "./model.ts";
import type { ClaimState } from "./rules.ts";

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
export function putCampaign(tx: Tx, partnerId: number, name: string): number {
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

const JOIN_CAMPAIGN = "JOIN claim_campaigns AS g ON g.id = c.campaign_id";
const SELECT_CLAIM = `SELECT c.*, g.name AS campaign FROM donation_claims AS c ${JOIN_CAMPAIGN}`;

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
export function listOverdueOf(sql: Sql, userId: number, now: number): ClaimRow[] {
  return sql.all<ClaimRow>(
    `${SELECT_CLAIM} WHERE c.user_id = ? AND c.state = 'issued' AND c.expires_at <= ? ORDER BY c.id`,
    userId,
    now,
  );
}

/** Stores a claim's new state. */
export function saveClaim(tx: Tx, row: ClaimRow): void {
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

export function saveEmailStatus(tx: Tx, id: number, status: EmailStatus): void {
  tx.run("UPDATE donation_claims SET email_status = ? WHERE id = ?", status, id);
}

export interface ClaimFilters {
  state: ClaimState | null;
  campaign: string | null;
  reference: string | null;
  userId: number | null;
  metadata: readonly MetadataPair[];
}

/** A partner's claims, newest first. */
export function listPartnerClaims(
  sql: Sql,
  {
    partnerId,
    filters,
    now,
    page,
  }: {
    partnerId: number;
    filters: ClaimFilters;
    now: number;
    page: PagePosition;
  },
): ClaimRow[] {
  const [note, ...otherNotes] = filters.metadata;
  const where = new Conditions();
  addState(where, filters.state, now);
  where
    .addGiven("g.name = ?", filters.campaign)
    .addGiven("c.reference = ?", filters.reference)
    .addGiven("c.user_id = ?", filters.userId);
  addMetadata(where, "c.metadata", otherNotes);
  if (note === undefined) {
    where.add("c.partner_id = ?", partnerId).addGiven("c.id < ?", page.after);
    return sql.all<ClaimRow>(
      `${SELECT_CLAIM} WHERE ${where.text} ORDER BY c.id DESC LIMIT ? OFFSET ?`,
      ...where.values,
      page.limit,
      page.offset,
    );
  }
  where.add("m.partner_id = ? AND m.name = ? AND m.value = ?", partnerId, note.name, note.value);
  where.addGiven("m.claim_id < ?", page.after);
  return sql.all<ClaimRow>(
    `SELECT c.*, g.name AS campaign FROM claims_by_metadata AS m CROSS JOIN donation_claims AS c ON c.id = m.claim_id
       ${JOIN_CAMPAIGN} WHERE ${where.text} ORDER BY m.claim_id DESC LIMIT ? OFFSET ?`,
    ...where.values,
    page.limit,
    page.offset,
  );
}

/** Selects claims of all partners: of a state, with one id or before an id, up to a limit. */
export interface ClaimsOfAll {
  state?: ClaimState | null | undefined;
  id?: number | undefined;
  before?: number | undefined;
  limit?: number;
  /** Unix milliseconds; decides which claims have expired. */
  now: number;
}

const MOST_LISTED = 10_000;

/** Claims of all partners, newest first, each with its partner's name. */
export function listAllClaims(
  sql: Sql,
  { state = null, id, before, limit = MOST_LISTED, now }: ClaimsOfAll,
): (ClaimRow & { partner: string })[] {
  const where = new Conditions();
  addState(where, state, now);
  where.addGiven("c.id = ?", id).addGiven("c.id < ?", before);
  return sql.all(
    `SELECT c.*, g.name AS campaign, p.name AS partner FROM donation_claims AS c ${JOIN_CAMPAIGN}
       JOIN partners AS p ON p.id = c.partner_id WHERE ${where.text} ORDER BY c.id DESC LIMIT ?`,
    ...where.values,
    limit,
  );
}

/** The same rule as `stateAt`. */
function addState(where: Conditions, state: ClaimState | null, now: number): void {
  if (state === "issued") where.add("c.state = 'issued' AND c.expires_at > ?", now);
  else if (state === "expired")
    where.add("(c.state = 'expired' OR c.state = 'issued' AND c.expires_at <= ?)", now);
  else where.addGiven("c.state = ?", state);
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
export function partnerNameOf(sql: Sql, { partner_id }: ClaimRow): string {
  return (
    sql.get<Pick<RowOf<typeof partners>, "name">>("SELECT name FROM partners WHERE id = ?", partner_id)
      ?.name ?? ""
  );
}
