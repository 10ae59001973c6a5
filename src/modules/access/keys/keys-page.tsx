/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Action,
  Choices,
  Secret as Copied,
  Field,
  KeyValue,
  PartnerLink,
  type Reader,
  SandboxBanner,
  StatusMark,
  Time,
} from "../../../pages/index.ts";
import { hashStored } from "../../platform/admin-page/index.ts";
import { oldSecretValidUntil } from "./end-old-secret.ts";
import { type IssuedKey, type keyView, storedSettings } from "./manage-keys.ts";
import { SCOPES, type Scope } from "./scopes.ts";
import type { KeyRow } from "./store.ts";

interface KeyProps {
  reader: Reader;
  view: ReturnType<typeof keyView>;
  row: KeyRow;
  now: number;
}

/** One key, with an owner's actions. */
export function Key({ reader, view, row, now }: KeyProps): JSX.Element {
  const token = reader.role === "owner" ? reader.csrfToken : null;
  const at = `/admin/keys/${view.key_id}`;
  return (
    <>
      <p class="lead">
        <code>{view.key_id}</code>
      </p>
      {view.mode === "sandbox" && <SandboxBanner />}
      {view.mode === "sandbox" && (
        <p>
          <a href={`${at}/promotion`}>Promotion report and sandbox state</a>
        </p>
      )}
      <KeyValue
        rows={[
          ["Partner", <PartnerLink key="partner" name={view.partner} />],
          ["Mode", view.mode],
          ["Status", <KeyStatus key="status" status={view.status} />],
          ["Scopes", view.scopes.join(", ")],
          ["Addresses", view.allowed_ips.length === 0 ? "any" : view.allowed_ips.join(", ")],
          ["Domains", view.domains.length === 0 ? "our own" : view.domains.join(", ")],
          ["Requests per minute", view.rate_limit_per_minute ?? "default"],
          [
            "Daily credit limit",
            view.daily_credit_limit === null ? "none" : `${view.daily_credit_limit} salutes`,
          ],
          [
            "Previous secret valid until",
            row.previous_secret_expires_at === null ? (
              "none"
            ) : (
              <Time at={row.previous_secret_expires_at} now={now} />
            ),
          ],
          ["Created", <Time key="made" at={row.created_at} now={now} />],
          ["Updated", <Time key="changed" at={row.updated_at} now={now} />],
        ]}
      />
      {token !== null && <KeyActions at={at} csrfToken={token} view={view} row={row} now={now} />}
    </>
  );
}

function KeyActions({
  at,
  csrfToken,
  row,
  view,
  now,
}: Pick<KeyProps, "row" | "view" | "now"> & { at: string; csrfToken: string }): JSX.Element {
  return (
    <>
      <h2 id="settings">Settings</h2>
      <Action to={`${at}/settings`} csrfToken={csrfToken} label="Save settings">
        <input type="hidden" name="seen" value={hashStored(storedSettings(row))} />
        <Settings scopes={view.scopes} allowedIps={view.allowed_ips} domains={view.domains} />
        <Field
          name="rate_limit"
          label="Requests per minute"
          type="number"
          value={view.rate_limit_per_minute?.toString()}
          note="Empty: default. 0: no limit."
        />
        <Field
          name="daily_credit_limit"
          label="Daily credit limit (salutes)"
          value={view.daily_credit_limit?.toString()}
          note="Empty: no limit."
        />
      </Action>
      <h2 id="rotate">New secret</h2>
      <p>The old one stays valid for 24 h at most.</p>
      <p>
        <a href={`${at}/rotate`}>Rotate the secret</a>
      </p>
      {oldSecretValidUntil(row, now) !== null && (
        <p>
          <a href={`${at}/end-old-secret`}>End the old secret now</a>
        </p>
      )}
      <h2 id="status">{view.status === "active" ? "Disable" : "Enable"}</h2>
      {view.status === "active" ? (
        <p>
          <a href={`${at}/disable`}>Disable the key</a>
        </p>
      ) : (
        <Action to={`${at}/enable`} csrfToken={csrfToken} label="Enable key" />
      )}
    </>
  );
}

/** The page that shows a new secret; it cannot be read again later. */
export function Secret({ issued }: { issued: IssuedKey }): JSX.Element {
  return (
    <>
      <p class="lead">This secret is shown only once. Hand it over by a private channel.</p>
      <KeyValue
        rows={[
          ["Key id", <Copied key="id" value={issued.key_id} label="the key id" />],
          ["Secret", <Copied key="secret" value={issued.secret} label="the secret" />],
          ["Partner", <PartnerLink key="partner" name={issued.partner} />],
          ["Mode", issued.mode],
          ["Scopes", issued.scopes.join(", ")],
        ]}
      />
      <p>
        <a href={`/admin/keys/${issued.key_id}`}>To the key</a>
      </p>
    </>
  );
}

interface SettingsProps {
  scopes: readonly Scope[];
  allowedIps: readonly string[];
  domains: readonly string[];
}

export function Settings({ scopes, allowedIps, domains }: SettingsProps): JSX.Element {
  return (
    <>
      <Choices
        name="scopes"
        legend="Scopes"
        options={SCOPES.map((scope) => [scope, scope] as const)}
        values={scopes}
      />
      <Field
        name="allowed_ips"
        label="Allowed addresses"
        value={allowedIps.join(", ")}
        note="IP addresses or CIDR ranges, separated by commas. Leave it empty to allow every address."
      />
      <Field
        name="domains"
        label="Domains of wallet challenges"
        value={domains.join(", ")}
        note="Hosts that wallet challenges may name, separated by commas. Empty: only this server's."
      />
    </>
  );
}

export function KeyStatus({ status }: { status: "active" | "disabled" }): JSX.Element {
  return <StatusMark status={status === "active" ? "ok" : "unknown"} word={status} />;
}
