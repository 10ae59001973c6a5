/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Action,
  type DataColumn,
  DataTable,
  Field,
  FilterForm,
  ListAddress,
  type ListQuery,
  numberColumn,
  type Reader,
  Secret,
  StatusMark,
  timeColumn,
} from "../../../pages/index.ts";
import type { InvitedOperator } from "./manage-operators.ts";
import { ROLES } from "./model.ts";
import { RoleSelect } from "./role-select.tsx";
import { hasSecondFactor, type OperatorAccess } from "./store.ts";

export const PATH = "/admin/operators";
/** The page with the form of a new operator. Not below the list, where a name follows. */
export const CREATE_PATH = "/admin/new-operator";

interface OperatorsProps {
  reader: Reader;
  operators: readonly OperatorAccess[];
  query: ListQuery;
  now: number;
}

/** All operators; more are created on a page of their own. */
export function Operators({ reader, operators, query, now }: OperatorsProps): JSX.Element {
  const { csrfToken } = reader;
  const list = new ListAddress(PATH, query);
  return (
    <>
      {csrfToken === null ? (
        <p>A bearer token cannot manage operators: sign in with your password.</p>
      ) : (
        <p>
          <a class="button button-main" href={CREATE_PATH}>
            Create operator
          </a>
        </p>
      )}
      <FilterForm
        list={list}
        filters={[
          { name: "role", label: "Role", options: ROLES },
          { name: "second_factor", label: "Second factor", options: ["yes", "no"] },
        ]}
      />
      <DataTable
        caption="Operators"
        list={list}
        columns={columnsOf(csrfToken !== null, now)}
        rows={operators}
        keyOf={({ id }) => id}
      >
        <p>No operator matches.</p>
      </DataTable>
      <p>
        <a href="/admin/sessions">Sessions of all operators</a>
      </p>
    </>
  );
}

/** The form that creates an operator. */
export function NewOperator({ csrfToken }: { csrfToken: string | null }): JSX.Element {
  if (csrfToken === null) return <p>A bearer token cannot manage operators: sign in with your password.</p>;
  return (
    <Action to={PATH} csrfToken={csrfToken} label="Create operator" main>
      <Field name="name" label="Name" required note="1 to 40 of A-Z a-z 0-9 . _ -" />
      <RoleSelect chosen="operator" />
    </Action>
  );
}

function columnsOf(isLinked: boolean, now: number): DataColumn<OperatorAccess>[] {
  return [
    {
      id: "name",
      head: "Name",
      value: ({ name }) => name,
      cell: ({ name }) =>
        isLinked ? <a href={`/admin/operators/${encodeURIComponent(name)}`}>{name}</a> : name,
    },
    { id: "role", head: "Role", value: ({ role }) => role },
    {
      id: "status",
      head: "Status",
      isMain: true,
      value: ({ status }) => status,
      cell: ({ status }) => <StatusMark status={status === "active" ? "ok" : "unknown"} word={status} />,
    },
    timeColumn({
      id: "password",
      head: "Password",
      at: ({ password_set_at }) => password_set_at,
      none: "not set",
      now,
    }),
    {
      id: "second_factor",
      head: "Second factor",
      value: (row) => (hasSecondFactor(row) ? "yes" : "no"),
    },
    numberColumn({ id: "passkeys", head: "Passkeys", value: ({ passkeys }) => passkeys }),
    timeColumn({
      id: "token",
      head: "Token expires",
      at: ({ token_expires_at }) => token_expires_at,
      none: "none",
      now,
    }),
  ];
}

interface OperatorProps {
  csrfToken: string;
  row: OperatorAccess;
  /** The section on tokens. */
  tokens: JSX.Element;
}

/** One operator, with an owner's actions. */
export function Operator({ csrfToken, row, tokens }: OperatorProps): JSX.Element {
  const at = `/admin/operators/${encodeURIComponent(row.name)}`;
  return (
    <>
      <p>
        <StatusMark status={row.status === "active" ? "ok" : "unknown"} word={row.status} />, {row.role}
      </p>
      <h2 id="role">Role</h2>
      <p>Current sessions of {row.name} will end.</p>
      <Action to={`${at}/role`} csrfToken={csrfToken} label="Change role">
        <RoleSelect chosen={row.role} />
      </Action>
      <h2 id="tokens">Tokens</h2>
      {tokens}
      <h2 id="reset">Reset</h2>
      <p>
        Ends tokens, links, sessions, passkeys, password and second factor, enables the operator, and shows a
        new link.
      </p>
      <p>
        <a href={`${at}/reset`}>Reset {row.name}</a>
      </p>
      <h2 id="sessions">Sessions</h2>
      <p>
        <a href={`/admin/sessions?operator=${encodeURIComponent(row.name)}`}>Sessions of {row.name}</a>
      </p>
      {row.status === "active" && (
        <>
          <h2 id="disable">Disable</h2>
          <p>Refuses {row.name} from now on; a reset enables the operator again.</p>
          <p>
            <a href={`${at}/disable`}>Disable {row.name}</a>
          </p>
        </>
      )}
      <h2 id="delete">Delete</h2>
      <p>Ends everything that opens the account; the audit trail keeps the name.</p>
      <p>
        <a href={`${at}/delete`}>Delete {row.name}</a>
      </p>
    </>
  );
}

/** The link, shown once; it cannot be read again later. */
export function Invited({ invited }: { invited: InvitedOperator }): JSX.Element {
  return (
    <>
      <p class="lead">Shown only once: hand it to {invited.name} by a private channel.</p>
      <h2 id="link">One-time link to create a passkey or set a password, valid for 24 h</h2>
      <p>
        <Secret value={invited.password_link} label="the link" />
      </p>
      <p>
        For programs,{" "}
        <a href={`/admin/operators/${encodeURIComponent(invited.name)}#tokens`}>create a token</a>.
      </p>
      <p>
        <a href="/admin/operators">Back to operators</a>
      </p>
    </>
  );
}
