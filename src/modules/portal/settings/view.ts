import { type Static, Type } from "@sinclair/typebox";
import { Nullable, OneOf, Text } from "../../../http/schema/shapes.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { SCOPES } from "../../access/keys/index.ts";
import type { PortalSettings } from "./model.ts";
import { POWERS } from "./powers.ts";

export const SettingsQuery = Type.Object({ partner: Text(40, { description: "Name of the partner." }) });

const Bounds = Type.Object(
  {
    scopes: Type.Array(OneOf(SCOPES), { description: "Scopes that its new keys may have." }),
    allowed_ips: Type.Array(Type.String(), {
      description: "Ranges of its keys' addresses; empty for any address.",
    }),
    daily_credit_limit: Nullable(Type.Number(), { description: "Salutes per key and UTC day; null: none." }),
    max_keys: Type.Integer({ description: "Most active keys of the partner." }),
  },
  { description: "Bounds of the keys that the partner creates itself." },
);

export const SettingsView = Type.Object({
  partner: Type.String({ description: "Name of the partner." }),
  enabled: Type.Boolean({ description: "Whether the partner has pages of its own." }),
  powers: Type.Array(OneOf(POWERS), { description: "What its members may change." }),
  keys: Bounds,
});

/** Settings as operators' programs read them. */
export function viewSettings(settings: PortalSettings): Omit<Static<typeof SettingsView>, "partner"> {
  const { isEnabled, powers, scopes, allowedIps, dailyCreditLimit, maxKeys } = settings;
  return {
    enabled: isEnabled,
    powers: [...powers],
    keys: {
      scopes: [...scopes],
      allowed_ips: [...allowedIps],
      daily_credit_limit: dailyCreditLimit === null ? null : fromHundredths(dailyCreditLimit),
      max_keys: maxKeys,
    },
  };
}
