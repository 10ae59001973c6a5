import type { Sql, Tx } from "../../../db/sql.ts";
import type { Actor } from "../../../http/operation.ts";
import { InvalidInput } from "../../../kit/invalid-input.ts";
import { requireSettings } from "../../access/keys/index.ts";
import { oldValues, recordAudit } from "../../platform/audit/index.ts";
import { DEFAULTS, type PortalSettings, SETTINGS_LISTS } from "./model.ts";
import { findSettings, upsertSettings } from "./store.ts";

/** What operators permit a partner. @param partnerId in live.db; null for a partner that live.db does not know yet */
export function readSettings(sql: Sql, partnerId: number | null): PortalSettings {
  const row = partnerId === null ? null : findSettings(sql, partnerId);
  if (row === null) return DEFAULTS;
  return {
    isEnabled: row.is_enabled === 1,
    powers: SETTINGS_LISTS.powers.read(row.powers),
    scopes: SETTINGS_LISTS.scopes.read(row.key_scopes),
    allowedIps: SETTINGS_LISTS.allowedIps.read(row.key_allowed_ips),
    dailyCreditLimit: row.key_daily_credit_limit,
    maxKeys: row.max_keys,
  };
}

/** Stores what a partner may do from now on. @throws InvalidInput */
export function setSettings(
  tx: Tx,
  actor: Actor,
  { partner, settings }: { partner: { id: number; name: string }; settings: PortalSettings },
): void {
  const { isEnabled, powers, scopes, allowedIps, dailyCreditLimit, maxKeys } = settings;
  requireSettings({ scopes, allowedIps, dailyCreditLimit });
  if (powers.includes("keys") && scopes.length === 0)
    throw new InvalidInput("scopes", "must be at least one if the partner may create keys");
  const before = readSettings(tx, partner.id);
  upsertSettings(tx, {
    partner_id: partner.id,
    is_enabled: isEnabled ? 1 : 0,
    powers: SETTINGS_LISTS.powers.write(powers),
    key_scopes: SETTINGS_LISTS.scopes.write(scopes),
    key_allowed_ips: SETTINGS_LISTS.allowedIps.write(allowedIps),
    key_daily_credit_limit: dailyCreditLimit,
    max_keys: maxKeys,
  });
  recordAudit(tx, actor, {
    action: "portal.set",
    subject: partner.name,
    details: { ...settings, ...oldValues(before, settings) },
  });
}
