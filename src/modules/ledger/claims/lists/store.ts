import { Conditions } from "../../../../db/conditions.ts";
import type { Sql } from "../../../../db/sql.ts";
import type { PagePosition } from "../../../../kit/cursor.ts";
import { addMetadata, type MetadataPair } from "../../../platform/metadata/index.ts";
import type { ClaimState } from "../rules.ts";
import { type ClaimRow, JOIN_CAMPAIGN, SELECT_CLAIM } from "../store.ts";

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
  // The plus keeps SQLite from an index: a campaign has many claims, a reference few, the partner all.
  const leads = filters.campaign !== null && filters.reference === null;
  if (filters.campaign !== null)
    where.add(
      `${leads ? "" : "+"}c.campaign_id = (SELECT id FROM claim_campaigns WHERE partner_id = ? AND name = ?)`,
      partnerId,
      filters.campaign,
    );
  where.addGiven("c.reference = ?", filters.reference).addGiven("c.user_id = ?", filters.userId);
  addMetadata(where, "c.metadata", otherNotes);
  if (note === undefined) {
    where.add(leads ? "+c.partner_id = ?" : "c.partner_id = ?", partnerId);
    where.addGiven("c.id < ?", page.after);
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
  if (state === "expired" && id === undefined)
    // Each kind by its own index: to sort both together, SQLite would read all of them.
    where.add(
      `c.id IN (SELECT id FROM (SELECT id FROM donation_claims WHERE state = 'expired' AND id < ? ORDER BY id DESC LIMIT ?)
         UNION ALL SELECT id FROM donation_claims WHERE state = 'issued' AND expires_at <= ?)`,
      before ?? Number.MAX_SAFE_INTEGER,
      limit,
      now,
    );
  else addState(where, state, now);
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
