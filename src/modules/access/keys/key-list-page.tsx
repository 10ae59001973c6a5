/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Action,
  Choice,
  type DataColumn,
  DataTable,
  EmptyState,
  Field,
  ListAddress,
  type ListQuery,
  PARTNER_COLUMN,
  type Reader,
  timeColumn,
} from "../../../pages/index.ts";
import { KeyStatus, Settings } from "./keys-page.tsx";
import { KEY_LISTS } from "./lists.ts";
import { SCOPES } from "./scopes.ts";
import type { KeyRow } from "./store.ts";

/** The page with the form of a new key. */
export const CREATE_PATH = "/admin/keys/new";

interface KeysProps {
  reader: Reader;
  keys: readonly KeyRow[];
  query: ListQuery;
  now: number;
}

/** Every key; owners create more on a page of their own. */
export function Keys({ reader, keys, query, now }: KeysProps): JSX.Element {
  const mayCreate = reader.role === "owner" && reader.csrfToken !== null;
  return (
    <>
      {mayCreate && (
        <p>
          <a class="button button-main" href={CREATE_PATH}>
            Create key
          </a>
        </p>
      )}
      <DataTable
        caption="Partner keys"
        list={new ListAddress("/admin/partners", query)}
        columns={columnsAt(now)}
        rows={keys}
        keyOf={({ key_id }) => key_id}
      >
        <EmptyState title="No partner keys yet.">
          {mayCreate ? <a href={CREATE_PATH}>Create the first one</a> : "An owner creates the first one"}, or{" "}
          with <code>salute keys create</code>.
        </EmptyState>
      </DataTable>
    </>
  );
}

function columnsAt(now: number): DataColumn<KeyRow>[] {
  return [
    PARTNER_COLUMN,
    {
      id: "key",
      head: "Key",
      value: ({ key_id }) => key_id,
      cell: ({ key_id }) => <a href={`/admin/keys/${key_id}`}>{key_id}</a>,
    },
    { id: "mode", head: "Mode", value: ({ mode }) => mode },
    {
      id: "status",
      head: "Status",
      isMain: true,
      value: ({ status }) => status,
      cell: ({ status }) => <KeyStatus status={status} />,
    },
    { id: "scopes", head: "Scopes", value: ({ scopes }) => KEY_LISTS.scopes.read(scopes).join(", ") },
    timeColumn({ id: "created", head: "Created", at: ({ created_at }) => created_at, now }),
  ];
}

/** The form that creates a key, and its partner. */
export function NewKey({ csrfToken }: { csrfToken: string }): JSX.Element {
  return (
    <Action to="/admin/partners" csrfToken={csrfToken} label="Create key" main>
      <Field
        name="partner"
        label="Partner"
        required
        note="1 to 40 of a-z, 0-9 and -. A new name creates the partner."
      />
      <Choice
        name="mode"
        label="Mode"
        options={[
          ["sandbox", "sandbox: for tests; nothing live changes"],
          ["live", "live"],
        ]}
      />
      <Settings scopes={SCOPES} allowedIps={[]} domains={[]} />
    </Action>
  );
}
