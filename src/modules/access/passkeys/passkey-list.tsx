/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Field, Table, Time } from "../../../pages/index.ts";
import type { Passkey } from "./store.ts";

interface PasskeyListProps {
  passkeys: readonly Passkey[];
  now: number;
  /** The page of one passkey, to rename or remove it; null if this reader may not. */
  toPath: ((passkey: Passkey) => string) | null;
}

export function PasskeyList({ passkeys, now, toPath }: PasskeyListProps): JSX.Element {
  return (
    <Table
      caption="Passkeys"
      columns={[
        {
          head: "Name",
          cell: (row) => (toPath === null ? row.name : <a href={toPath(row)}>{row.name}</a>),
        },
        { head: "Created", cell: (row) => <Time at={row.created_at} now={now} /> },
        {
          head: "Last used",
          cell: (row) => (row.last_used_at === null ? "never" : <Time at={row.last_used_at} now={now} />),
        },
        { head: "Kept", cell: (row) => (row.is_synced === 1 ? "synced between devices" : "on one device") },
      ]}
      rows={passkeys}
      keyOf={(row) => row.id}
    />
  );
}

/** The fields of a form that creates a passkey; its script fills in the answer. */
export function PasskeyFields({ name }: { name: string }): JSX.Element {
  return (
    <>
      <input type="hidden" name="credential" value="" />
      <Field
        name="passkey_name"
        label="Name of the passkey"
        value={name}
        required
        note="By which you know it again, such as Phone or Security key."
      />
      <p class="note" role="status" data-passkey-message />
    </>
  );
}
