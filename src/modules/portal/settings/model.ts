import { type Static, Type } from "@sinclair/typebox";
import { jsonColumn } from "../../../db/json-column.ts";
import { OneOf, Repeated, Text } from "../../../http/schema/shapes.ts";
import { parseDailyCreditLimit, SCOPES, type Scope, splitEntries } from "../../access/keys/index.ts";
import { POWERS, type Power } from "./powers.ts";

/** What operators permit a partner on its own pages. */
export interface PortalSettings {
  isEnabled: boolean;
  powers: readonly Power[];
  /** Bounds of the keys that the partner creates. */
  scopes: readonly Scope[];
  /** Empty: any. */
  allowedIps: readonly string[];
  /** Of each key, in hundredths; null for none. */
  dailyCreditLimit: number | null;
  /** Most active keys of the partner. */
  maxKeys: number;
}

/** Creating keys is permitted to no partner until an owner says within which bounds. */
export const DEFAULTS: PortalSettings = {
  isEnabled: true,
  powers: POWERS.filter((power) => power !== "keys"),
  scopes: [],
  allowedIps: [],
  dailyCreditLimit: null,
  maxKeys: 10,
};

export const SETTINGS_LISTS = {
  powers: jsonColumn("portal_settings.powers", Type.Array(OneOf(POWERS))),
  scopes: jsonColumn("portal_settings.key_scopes", Type.Array(OneOf(SCOPES))),
  allowedIps: jsonColumn("portal_settings.key_allowed_ips", Type.Array(Type.String())),
};

export const SettingsForm = Type.Object({
  is_enabled: OneOf(["1", "0"]),
  powers: Type.Optional(Repeated(OneOf(POWERS))),
  scopes: Type.Optional(Repeated(OneOf(SCOPES))),
  allowed_ips: Type.Optional(Text(4_000)),
  daily_credit_limit: Type.Optional(Text(20)),
  max_keys: Type.Integer({ minimum: 1, maximum: 200 }),
  seen: Type.Optional(Text(64)),
});

export function enteredSettings(form: Static<typeof SettingsForm>): PortalSettings {
  return {
    isEnabled: form.is_enabled === "1",
    powers: form.powers ?? [],
    scopes: form.scopes ?? [],
    allowedIps: splitEntries(form.allowed_ips),
    dailyCreditLimit: parseDailyCreditLimit(form.daily_credit_limit),
    maxKeys: form.max_keys,
  };
}
