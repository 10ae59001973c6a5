/** @jsxImportSource preact */

import type { JSX } from "preact";
import { toRelyingParty } from "../../../kit/network/relying-party.ts";
import { Action, EmptyState, Field, KeyValue, Time } from "../../../pages/index.ts";
import { PasskeyFields, PasskeyList } from "./passkey-list.tsx";
import type { Passkey } from "./store.ts";

/** Where a subject manages its passkeys. */
export interface PasskeyPlace {
  /** Each passkey's page is below it, and the form that adds one is sent to it. */
  path: string;
  /** The options of a new passkey. */
  options: string;
}

interface PasskeySectionProps {
  place: PasskeyPlace;
  passkeys: readonly Passkey[];
  csrfToken: string;
  baseUrl: string;
  now: number;
}

/** A reader's own passkeys, with the form that adds one. */
export function PasskeySection(props: PasskeySectionProps): JSX.Element {
  const { place, passkeys, csrfToken, baseUrl, now } = props;
  return (
    <>
      <p>
        A passkey signs you in with your device's fingerprint, face or PIN, with nothing to type, and only at
        this address.
      </p>
      {passkeys.length === 0 ? (
        <EmptyState title="No passkeys yet">Add one for each device or security key that you use.</EmptyState>
      ) : (
        <PasskeyList passkeys={passkeys} now={now} toPath={({ id }) => `${place.path}/${id}`} />
      )}
      <AddPasskey {...{ place, csrfToken, baseUrl }} />
    </>
  );
}

function AddPasskey({
  place,
  csrfToken,
  baseUrl,
}: Pick<PasskeySectionProps, "place" | "csrfToken" | "baseUrl">): JSX.Element {
  const relyingParty = toRelyingParty(baseUrl);
  if (relyingParty === null)
    return (
      <p>
        Passkeys need an https address with a host name in <code>PUBLIC_BASE_URL</code>; it is {baseUrl}.
      </p>
    );
  const ceremony = {
    "data-passkey": "create",
    "data-options": place.options,
    "data-origin": relyingParty.origin,
  };
  return (
    <Action to={place.path} csrfToken={csrfToken} label="Add a passkey" main data={ceremony}>
      <PasskeyFields name="" />
    </Action>
  );
}

interface PasskeyPageProps {
  place: PasskeyPlace;
  /** The page that lists the passkeys, and its name. */
  back: { path: string; label: string };
  passkey: Passkey;
  csrfToken: string | null;
  now: number;
}

/** One's own passkey, to rename or to remove. */
export function PasskeyPage({ place, back, passkey, csrfToken, now }: PasskeyPageProps): JSX.Element {
  const at = `${place.path}/${passkey.id}`;
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
        <a href={back.path}>{back.label}</a>
      </p>
    </>
  );
}
