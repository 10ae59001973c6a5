import { and, desc, eq, getTableColumns, gt, lt, lte, or, type SQL } from "drizzle-orm";
import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import { claimCampaigns, donationClaims } from "../../../db/tables/claims.ts";
import { partners } from "../../../db/tables/partners.ts";
import type { PagePosition } from "../../../kit/cursor.ts";
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
  return tx.orm
    .insert(donationClaims)
    .values({ ...claim, state: "issued", created_at: tx.now })
    .returning({ id: donationClaims.id })
    .get().id;
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
}

const COLUMNS = { ...getTableColumns(donationClaims), campaign: claimCampaigns.name };

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
  const c = donationClaims;
  const conditions: (SQL | undefined)[] = [eq(c.partner_id, partnerId)];
  if (filters.state !== null) conditions.push(isInState(filters.state, now));
  if (filters.campaign !== null) conditions.push(eq(claimCampaigns.name, filters.campaign));
  if (filters.reference !== null) conditions.push(eq(c.reference, filters.reference));
  if (filters.userId !== null) conditions.push(eq(c.user_id, filters.userId));
  if (page.after !== null) conditions.push(lt(c.id, page.after));
  return sql.orm
    .select(COLUMNS)
    .from(c)
    .innerJoin(claimCampaigns, eq(claimCampaigns.id, c.campaign_id))
    .where(and(...conditions))
    .orderBy(desc(c.id))
    .limit(page.limit)
    .offset(page.offset)
    .all();
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
  const { id: column } = donationClaims;
  return sql.orm
    .select({ ...COLUMNS, partner: partners.name })
    .from(donationClaims)
    .innerJoin(claimCampaigns, eq(claimCampaigns.id, donationClaims.campaign_id))
    .innerJoin(partners, eq(partners.id, donationClaims.partner_id))
    .where(
      and(
        state === null ? undefined : isInState(state, now),
        id === undefined ? undefined : eq(column, id),
        before === undefined ? undefined : lt(column, before),
      ),
    )
    .orderBy(desc(column))
    .limit(limit)
    .all();
}

/** The same rule as `stateAt`. */
function isInState(state: ClaimState, now: number): SQL | undefined {
  const { state: column, expires_at } = donationClaims;
  const isIssued = eq(column, "issued");
  if (state === "issued") return and(isIssued, gt(expires_at, now));
  if (state === "expired") return or(eq(column, "expired"), and(isIssued, lte(expires_at, now)));
  return eq(column, state);
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
  tx.run(
    "UPDATE donation_claims SET recipient_email = NULL, recipient_name = NULL WHERE user_id = ?",
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
