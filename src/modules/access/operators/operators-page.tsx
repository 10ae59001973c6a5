/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Role } from "../../../http/operation.ts";
import { Action, Field, type Reader, Secret, StatusMark, Table, Time } from "../../../pages/index.ts";
import type { IssuedOperator } from "./manage-operators.ts";
import type { OperatorAccess } from "./store.ts";

interface OperatorsProps {
  reader: Reader;
  operators: readonly OperatorAccess[];
  now: number;
}

/** Who may operate this salute, and the forms that change it. */
export function Operators({ reader, operators, now }: OperatorsProps): JSX.Element {
  const { csrfToken } = reader;
  return (
    <>
      <Table
        caption="Operators"
        columns={[
          {
            head: "Name",
            cell: ({ name }) =>
              csrfToken === null ? name : <a href={`/admin/operators/${encodeURIComponent(name)}`}>{name}</a>,
          },
          { head: "Role", cell: ({ role }) => role },
          {
            head: "Status",
            cell: ({ status }) => (
              <StatusMark status={status === "active" ? "ok" : "unknown"} word={status} />
            ),
          },
          {
            head: "Password",
            cell: ({ password_set_at }) =>
              password_set_at === null ? "not set" : <Time at={password_set_at} now={now} />,
          },
          {
            head: "Second factor",
            cell: ({ totp_confirmed_at }) => (totp_confirmed_at === null ? "no" : "yes"),
          },
          {
            head: "Token until",
            cell: ({ token_expires_at }) =>
              token_expires_at === null ? "none" : <Time at={token_expires_at} now={now} />,
          },
        ]}
        rows={operators}
        keyOf={({ id }) => id}
      />
      {csrfToken === null ? (
        <p>A bearer token may not manage operators: sign in with your password.</p>
      ) : (
        <>
          <h2 id="create">Make an operator</h2>
          <Action to="/admin/operators" csrfToken={csrfToken} label="Create operator" main>
            <Field name="name" label="Name" required note="1 to 40 of A-Z a-z 0-9 . _ -" />
            <RoleSelect chosen="operator" />
          </Action>
        </>
      )}
    </>
  );
}

interface OperatorProps {
  csrfToken: string;
  row: OperatorAccess;
}

/** One operator, and what an owner may do about them. */
export function Operator({ csrfToken, row }: OperatorProps): JSX.Element {
  const at = `/admin/operators/${encodeURIComponent(row.name)}`;
  return (
    <>
      <p>
        <StatusMark status={row.status === "active" ? "ok" : "unknown"} word={row.status} />, {row.role}
      </p>
      <h2 id="role">Role</h2>
      <p>Whoever is signed in as {row.name} signs in anew.</p>
      <Action to={`${at}/role`} csrfToken={csrfToken} label="Change role">
        <RoleSelect chosen={row.role} />
      </Action>
      <h2 id="reset">Reset</h2>
      <p>
        Ends tokens, links, sessions, password and second factor, admits again, and shows a new token and
        link.
      </p>
      <Action to={`${at}/reset`} csrfToken={csrfToken} label={`Reset ${row.name}`} dangerous />
      {row.status === "active" && (
        <>
          <h2 id="disable">Disable</h2>
          <p>Refuses {row.name} from now on; a reset admits again.</p>
          <Action to={`${at}/disable`} csrfToken={csrfToken} label={`Disable ${row.name}`} dangerous />
        </>
      )}
    </>
  );
}

/** What is shown once: after this page nobody can read it again. */
export function Issued({ issued }: { issued: IssuedOperator }): JSX.Element {
  return (
    <>
      <p class="lead">Shown this once: hand both to {issued.name} by a way that nobody else reads.</p>
      <h2 id="link">Link that sets a password, once, within 24 h</h2>
      <p>
        <Secret value={issued.password_link} label="the link" />
      </p>
      <h2 id="token">Bearer token for programs, good for 90 days</h2>
      <p>
        <Secret value={issued.token} label="the token" />
      </p>
      <p>
        <a href="/admin/operators">Back to the operators</a>
      </p>
    </>
  );
}

const ROLES = [
  ["viewer", "viewer: reads"],
  ["operator", "operator: acts"],
  ["owner", "owner: manages operators and keys"],
] as const;

function RoleSelect({ chosen }: { chosen: Role }): JSX.Element {
  return (
    <div class="field">
      <label for="role">Role</label>
      <select id="role" name="role">
        {ROLES.map(([value, label]) => (
          <option key={value} value={value} selected={value === chosen}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
