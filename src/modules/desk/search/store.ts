import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { audioShareLinks } from "../../../db/tables/audio-share.ts";
import type { donationClaims } from "../../../db/tables/claims.ts";
import type { events } from "../../../db/tables/events.ts";
import type { conversions, ledgerEntries } from "../../../db/tables/ledger.ts";
import type { partnerKeys, partners } from "../../../db/tables/partners.ts";
import type { users, walletLinks } from "../../../db/tables/users.ts";
import type { webhookDeliveries } from "../../../db/tables/webhooks.ts";
import { idOfEventUid } from "../../webhooks/events/index.ts";

/** Maximum results of each kind. */
export const SHOWN = 20;

const ALL_PARTNERS = "partner_id IN (SELECT id FROM partners)";

export type PartnerHit = Pick<RowOf<typeof partners>, "id" | "name">;

export function listPartnerHits(sql: Sql, text: string): PartnerHit[] {
  return sql.all<PartnerHit>(
    "SELECT id, name FROM partners WHERE substr(name, 1, ?) = lower(?) ORDER BY name LIMIT ?",
    text.length,
    text,
    SHOWN,
  );
}

export interface KeyHit extends Pick<RowOf<typeof partnerKeys>, "key_id" | "mode" | "status"> {
  partner: string;
}

export function listKeyHits(sql: Sql, keyId: string): KeyHit[] {
  return sql.all<KeyHit>(
    `SELECT k.key_id, p.name AS partner, k.mode, k.status FROM partner_keys AS k JOIN partners AS p ON p.id = k.partner_id
       WHERE k.key_id = ? LIMIT ?`,
    keyId,
    SHOWN,
  );
}

export interface UserHit
  extends Pick<RowOf<typeof users>, "id" | "external_id" | "username" | "display_name" | "status"> {
  partner: string;
}

const USER = `SELECT u.id, p.name AS partner, u.external_id, u.username, u.display_name, u.status
  FROM users AS u JOIN partners AS p ON p.id = u.partner_id`;

export function listUserHits(sql: Sql, id: number): UserHit[] {
  return sql.all<UserHit>(`${USER} WHERE u.id = ?`, id);
}

export interface WalletHit extends Pick<RowOf<typeof walletLinks>, "user_id" | "wallet_address"> {
  partner: string;
}

/** The user's wallets whose address contains a text. */
export function listUserWallets(sql: Sql, userId: number, text: string): WalletHit[] {
  return sql.all<WalletHit>(
    `SELECT w.wallet_address, w.user_id, p.name AS partner FROM wallet_links AS w JOIN partners AS p ON p.id = w.partner_id
       WHERE w.user_id = ? AND instr(w.wallet_address, ?) > 0 ORDER BY w.id LIMIT ?`,
    userId,
    text,
    SHOWN,
  );
}

export interface EntryHit
  extends Pick<RowOf<typeof ledgerEntries>, "id" | "user_id" | "delta" | "reason" | "created_at"> {
  partner: string;
}

const ENTRY = `SELECT e.id, e.user_id, p.name AS partner, e.delta, e.reason, e.created_at
  FROM ledger_entries AS e JOIN partners AS p ON p.id = e.partner_id`;

export function listEntryHits(sql: Sql, id: number): EntryHit[] {
  return sql.all<EntryHit>(`${ENTRY} WHERE e.id = ?`, id);
}

/** Entries by the Idempotency-Key of their request, or by the system's reference. */
export function listReferenceEntries(sql: Sql, reference: string): EntryHit[] {
  return sql.all<EntryHit>(
    `${ENTRY} WHERE e.${ALL_PARTNERS} AND e.origin IN ('partner', 'batch', 'system') AND e.idempotency_key = ?
       ORDER BY e.id DESC LIMIT ?`,
    reference,
    SHOWN,
  );
}

export interface DeliveryHit
  extends Pick<RowOf<typeof webhookDeliveries>, "id" | "state" | "created_at">,
    Pick<RowOf<typeof events>, "event_type"> {
  event_uid: string;
  partner: string;
}

const DELIVERY = `SELECT d.id, e.uid AS event_uid, e.event_type, d.state, p.name AS partner, d.created_at
  FROM webhook_deliveries AS d JOIN events AS e ON e.id = d.event_id JOIN partners AS p ON p.id = d.partner_id`;

export function listDeliveryHits(sql: Sql, id: number): DeliveryHit[] {
  return sql.all<DeliveryHit>(`${DELIVERY} WHERE d.id = ?`, id);
}

export function listEventDeliveries(sql: Sql, eventUid: string): DeliveryHit[] {
  return sql.all<DeliveryHit>(
    `${DELIVERY} WHERE d.event_id = +? AND e.uid = ? ORDER BY d.id LIMIT ?`,
    idOfEventUid(eventUid),
    eventUid,
    SHOWN,
  );
}

export interface ClaimHit extends Pick<RowOf<typeof donationClaims>, "id" | "state" | "amount" | "currency"> {
  partner: string;
  campaign: string;
}

const CLAIM = `SELECT c.id, p.name AS partner, g.name AS campaign, c.amount, c.currency, c.state
  FROM donation_claims AS c JOIN partners AS p ON p.id = c.partner_id JOIN claim_campaigns AS g ON g.id = c.campaign_id`;

export function listClaimHits(sql: Sql, id: number): ClaimHit[] {
  return sql.all<ClaimHit>(`${CLAIM} WHERE c.id = ?`, id);
}

export function listReferenceClaims(sql: Sql, reference: string): ClaimHit[] {
  return sql.all<ClaimHit>(
    `${CLAIM} WHERE c.${ALL_PARTNERS} AND c.reference = ? ORDER BY c.id DESC LIMIT ?`,
    reference,
    SHOWN,
  );
}

export type ShareHit = Pick<
  RowOf<typeof audioShareLinks>,
  "id" | "code" | "destination" | "expires_at" | "revoked_at"
>;

/** The short link with a code, which excludes the signature. */
export function listShareHits(sql: Sql, code: string): ShareHit[] {
  return sql.all<ShareHit>(
    "SELECT id, code, destination, revoked_at, expires_at FROM audio_share_links WHERE code = ?",
    code,
  );
}

export interface ConversionHit extends Pick<RowOf<typeof conversions>, "state" | "amount"> {
  partner: string;
}

export function listConversionHits(sql: Sql, id: number): ConversionHit[] {
  return sql.all<ConversionHit>(
    `SELECT c.state, c.amount, p.name AS partner FROM conversions AS c JOIN partners AS p ON p.id = c.partner_id
       WHERE c.id = ?`,
    id,
  );
}
