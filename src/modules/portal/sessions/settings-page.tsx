/** @jsxImportSource preact */

import type { JSX } from "preact";
import { fromHundredths } from "../../../kit/money.ts";
import {
  Action,
  Choice,
  Choices,
  Field,
  KeyValue,
  PartnerLink,
  type Reader,
  StatusMark,
} from "../../../pages/index.ts";
import { SCOPES } from "../../access/keys/index.ts";
import { hashStored } from "../../platform/admin-page/index.ts";
import { POWER_LABELS, POWERS, type PortalSettings } from "../settings/index.ts";

interface SettingsProps {
  reader: Reader;
  partner: string;
  settings: PortalSettings;
}

/** What a partner may do on its own pages, with the form for owners. */
export function Settings({ reader, partner, settings }: SettingsProps): JSX.Element {
  const token = reader.role === "owner" ? reader.csrfToken : null;
  return (
    <>
      <p class="lead">
        What <PartnerLink name={partner} /> may do on its own pages. Reading them is always part of it.
      </p>
      {token === null ? (
        <Permitted settings={settings} />
      ) : (
        <SettingsOf partner={partner} settings={settings} csrfToken={token} />
      )}
    </>
  );
}

function Permitted({ settings }: Pick<SettingsProps, "settings">): JSX.Element {
  const { isEnabled, powers, scopes, allowedIps, dailyCreditLimit, maxKeys } = settings;
  return (
    <KeyValue
      rows={[
        [
          "Portal",
          <StatusMark
            key="enabled"
            status={isEnabled ? "ok" : "unknown"}
            word={isEnabled ? "enabled" : "off"}
          />,
        ],
        ["May change", powers.length === 0 ? "nothing" : powers.join(", ")],
        ["Scopes of new keys", scopes.length === 0 ? "none" : scopes.join(", ")],
        ["Addresses of new keys", allowedIps.length === 0 ? "any" : allowedIps.join(", ")],
        ["Daily credit limit of new keys", dailyCreditLimit === null ? "none" : salutes(dailyCreditLimit)],
        ["Active keys at most", maxKeys],
      ]}
    />
  );
}

function SettingsOf({ partner, settings, csrfToken }: Omit<SettingsProps, "reader"> & { csrfToken: string }) {
  const { isEnabled, powers, scopes, allowedIps, dailyCreditLimit, maxKeys } = settings;
  return (
    <Action
      to={`/admin/partners/${partner}/portal/settings`}
      csrfToken={csrfToken}
      label="Save settings"
      main
    >
      <input type="hidden" name="seen" value={hashStored(settings)} />
      <Choice
        name="is_enabled"
        label="Portal"
        value={isEnabled ? "1" : "0"}
        options={[
          ["1", "enabled"],
          ["0", "off: its sessions end, and its links open nothing"],
        ]}
      />
      <Choices
        name="powers"
        legend="May change"
        options={POWERS.map((power) => [power, POWER_LABELS[power]] as const)}
        values={powers}
      />
      <Choices
        name="scopes"
        legend="Scopes that new keys may have"
        options={SCOPES.map((scope) => [scope, scope] as const)}
        values={scopes}
      />
      <Field
        name="allowed_ips"
        label="Addresses that new keys may have"
        value={allowedIps.join(", ")}
        note="IP addresses or CIDR ranges, separated by commas. Leave it empty to permit every address."
      />
      <Field
        name="daily_credit_limit"
        label="Daily credit limit of each new key (salutes)"
        value={dailyCreditLimit === null ? undefined : fromHundredths(dailyCreditLimit).toString()}
        note="Empty: no limit."
      />
      <Field
        name="max_keys"
        label="Active keys at most"
        type="number"
        value={maxKeys.toString()}
        note="Live and sandbox keys together, with those that operators created."
        required
      />
    </Action>
  );
}

function salutes(hundredths: number): string {
  return `${fromHundredths(hundredths).toLocaleString("en")} salutes`;
}
