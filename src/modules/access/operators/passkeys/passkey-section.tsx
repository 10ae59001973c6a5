/** @jsxImportSource preact */

import type { JSX } from "preact";
import { relyingPartyOf } from "../../../../kit/network/relying-party.ts";
import { Action, EmptyState, Field, KeyValue, Time } from "../../../../pages/index.ts";
import { type Passkey, PasskeyFields, PasskeyList } from "../../passkeys/index.ts";

export const PASSKEYS = "/admin/account/passkeys";

interface PasskeySectionProps {
  passkeys: readonly Passkey[];
  csrfToken: string;
  baseUrl: string;
  now: number;
}

/** An operator's own passkeys, with the form that adds one. */
export function PasskeySection({ passkeys, csrfToken, baseUrl, now }: PasskeySectionProps): JSX.Element {
  return (
    <>
      <p>
        A passkey signs you in with your device's fingerprint, face or PIN, without password and code, and
        only at this address.
      </p>
      {passkeys.length === 0 ? (
        <EmptyState title="No passkeys yet">Add one for each device or security key that you use.</EmptyState>
      ) : (
        <PasskeyList passkeys={passkeys} now={now} pathOf={({ id }) => `${PASSKEYS}/${id}`} />
      )}
      <AddPasskey csrfToken={csrfToken} baseUrl={baseUrl} />
    </>
  );
}

function AddPasskey({ csrfToken, baseUrl }: Pick<PasskeySectionProps, "csrfToken" | "baseUrl">): JSX.Element {
  const relyingParty = relyingPartyOf(baseUrl);
  if (relyingParty === null)
    return (
      <p>
        Passkeys need an https address with a host name in <code>PUBLIC_BASE_URL</code>; it is {baseUrl}.
      </p>
    );
  const ceremony = {
    "data-passkey": "create",
    "data-options": "/admin/account/passkey-options",
    "data-origin": relyingParty.origin,
  };
  return (
    <Action to={PASSKEYS} csrfToken={csrfToken} label="Add a passkey" main data={ceremony}>
      <PasskeyFields name="" />
    </Action>
  );
}

interface PasskeyPageProps {
  passkey: Passkey;
  csrfToken: string | null;
  now: number;
}

/** One's own passkey, to rename or to remove. */
export function PasskeyPage({ passkey, csrfToken, now }: PasskeyPageProps): JSX.Element {
  const at = `${PASSKEYS}/${passkey.id}`;
  const { created_at: created, last_used_at: used, is_synced: isSynced } = passkey;
  return (
    <>
      <KeyValue
        rows={[
          ["Created", <Time key="created" at={created} now={now} />],
          ["Last used", used === null ? "never" : <Time key="used" at={used} now={now} />],
          ["Kept", isSynced === 1 ? "synced between its owner's devices" : "on one device"],
        ]}
      />
      {csrfToken !== null && (
        <>
          <h2 id="rename">Rename</h2>
          <Action to={`${at}/rename`} csrfToken={csrfToken} label="Rename">
            <Field name="passkey_name" label="Name" value={passkey.name} required />
          </Action>
          <h2 id="remove">Remove</h2>
          <p>
            <a href={`${at}/remove`}>Remove {passkey.name}</a>
          </p>
        </>
      )}
      <p>
        <a href="/admin/account#passkeys">Back to your account</a>
      </p>
    </>
  );
}
