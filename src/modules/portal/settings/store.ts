import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { portalSettings } from "../../../db/tables/partners.ts";

export type SettingsRow = RowOf<typeof portalSettings>;

export function findSettings(sql: Sql, partnerId: number): SettingsRow | null {
  return sql.get<SettingsRow>("SELECT * FROM portal_settings WHERE partner_id = ?", partnerId);
}

export function upsertSettings(tx: Tx, row: SettingsRow): void {
  tx.run(
    `INSERT OR REPLACE INTO portal_settings (partner_id, is_enabled, powers, key_scopes, key_allowed_ips,
       key_daily_credit_limit, max_keys) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    row.partner_id,
    row.is_enabled,
    row.powers,
    row.key_scopes,
    row.key_allowed_ips,
    row.key_daily_credit_limit,
    row.max_keys,
  );
}
