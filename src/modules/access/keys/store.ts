import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { partnerKeys } from "../../../db/tables/partners.ts";

export interface KeyRow extends RowOf<typeof partnerKeys> {
  partner: string;
}

const SELECT =
  "SELECT partner_keys.*, partners.name AS partner FROM partner_keys JOIN partners ON partners.id = partner_keys.partner_id";

export function findKeyRow(sql: Sql, keyId: string): KeyRow | null {
  return sql.get<KeyRow>(`${SELECT} WHERE key_id = ?`, keyId);
}

export function listKeyRows(sql: Sql): KeyRow[] {
  return sql.all<KeyRow>(`${SELECT} ORDER BY partner_keys.created_at DESC, key_id`);
}

/** Ids of active keys whose own rate limit is switched off. */
export function listUnlimitedKeys(sql: Sql): string[] {
  return sql
    .all<Pick<KeyRow, "key_id">>(
      "SELECT key_id FROM partner_keys WHERE rate_limit_per_minute = 0 AND status = 'active' ORDER BY created_at DESC, key_id",
    )
    .map(({ key_id }) => key_id);
}

/** A partner's keys in this file, newest first. */
export function listPartnerKeys(sql: Sql, partner: string, limit: number): KeyRow[] {
  return sql.all<KeyRow>(
    `${SELECT} WHERE partners.name = ? ORDER BY partner_keys.created_at DESC, key_id LIMIT ?`,
    partner,
    limit,
  );
}

/** Ids of a partner's keys, including disabled ones. */
export function listPartnerKeyIds(sql: Sql, partnerId: number): string[] {
  return sql
    .all<Pick<RowOf<typeof partnerKeys>, "key_id">>(
      "SELECT key_id FROM partner_keys WHERE partner_id = ?",
      partnerId,
    )
    .map((row) => row.key_id);
}

/** Number of changes of the key so far; null if it does not exist. */
export function findKeyRevision(sql: Sql, keyId: string): number | null {
  return (
    sql.get<Pick<RowOf<typeof partnerKeys>, "revision">>(
      "SELECT revision FROM partner_keys WHERE key_id = ?",
      keyId,
    )?.revision ?? null
  );
}

/** The partner's id in this file; null if the file has no partner of this name. */
export function findPartnerId(sql: Sql, name: string): number | null {
  return sql.get<{ id: number }>("SELECT id FROM partners WHERE name = ?", name)?.id ?? null;
}

/** The partner's id in this file; created if new. */
export function ensurePartner(tx: Tx, name: string): number {
  tx.run("INSERT INTO partners (name, created_at) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", name, tx.now);
  const row = tx.get<{ id: number }>("SELECT id FROM partners WHERE name = ?", name);
  if (row === null) throw new Error(`partner ${name} was not created`);
  return row.id;
}

export type NewKey = Omit<
  KeyRow,
  | "partner"
  | "created_at"
  | "updated_at"
  | "revision"
  | "status"
  | "previous_secret_sealed"
  | "previous_secret_expires_at"
>;

export function insertKey(tx: Tx, key: NewKey): void {
  tx.run(
    `INSERT INTO partner_keys (key_id, partner_id, mode, status, secret_sealed, scopes, allowed_ips, domains,
       rate_limit_per_minute, daily_credit_limit, revision, created_at, updated_at)
       VALUES (?, ?, ?, 'active', ?, ?, ?, ?, ?, ?, 1, ?, ?)`,
    key.key_id,
    key.partner_id,
    key.mode,
    key.secret_sealed,
    key.scopes,
    key.allowed_ips,
    key.domains,
    key.rate_limit_per_minute,
    key.daily_credit_limit,
    tx.now,
    tx.now,
  );
}

type ChangeableColumn =
  | "status"
  | "secret_sealed"
  | "previous_secret_sealed"
  | "previous_secret_expires_at"
  | "scopes"
  | "allowed_ips"
  | "domains"
  | "rate_limit_per_minute"
  | "daily_credit_limit";
export type KeyChange = Partial<Pick<KeyRow, ChangeableColumn>>;

/** Writes the given columns and increments the revision, so that running servers reload the key. */
export function updateKey(tx: Tx, keyId: string, change: KeyChange): void {
  const columns = Object.entries(change);
  const assignments = columns.map(([name]) => `${name} = ?`).join(", ");
  tx.run(
    `UPDATE partner_keys SET ${assignments}, revision = revision + 1, updated_at = ? WHERE key_id = ?`,
    ...columns.map(([, value]) => value as string | number | null),
    tx.now,
    keyId,
  );
}
