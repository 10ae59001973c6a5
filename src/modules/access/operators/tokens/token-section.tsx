/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Role } from "../../../../http/operation.ts";
import { Action, EmptyState, Field, Secret, Table, Time } from "../../../../pages/index.ts";
import { RoleSelect } from "../role-select.tsx";
import { MAX_TOKEN_DAYS, TOKEN_DAYS } from "./manage-tokens.ts";
import type { TokenRow } from "./store.ts";

interface TokenSectionProps {
  tokens: readonly TokenRow[];
  /** Path of the form that creates one; each token's is below it. */
  path: string;
  /** The operator's role. */
  role: Role;
  csrfToken: string;
  now: number;
}

/** An operator's bearer tokens, with the form that creates one. */
export function TokenSection({ tokens, path, role, csrfToken, now }: TokenSectionProps): JSX.Element {
  return (
    <>
      <p>
        For programs, which send <code>Authorization: Bearer</code>. A token may do at most what its role
        allows, and manages no operators.
      </p>
      {tokens.length === 0 ? (
        <EmptyState title="No tokens">A token is created only if you ask for one.</EmptyState>
      ) : (
        <Table
          caption="Tokens"
          columns={[
            { head: "Name", cell: (row) => row.name },
            { head: "Role", cell: (row) => row.role },
            { head: "Created", cell: (row) => <Time at={row.created_at} now={now} /> },
            { head: "Expires", cell: (row) => <Time at={row.expires_at} now={now} /> },
            {
              head: "Last used",
              cell: (row) => (row.last_used_at === null ? "never" : <Time at={row.last_used_at} now={now} />),
            },
            {
              head: "End",
              cell: (row) => <a href={`${path}/${row.id}/revoke`}>Revoke {row.name}</a>,
            },
          ]}
          rows={tokens}
          keyOf={(row) => row.id}
        />
      )}
      <Action to={path} csrfToken={csrfToken} label="Create token">
        <Field
          name="name"
          id="token_name"
          label="Name of the token"
          required
          note="Such as the program's name."
        />
        <RoleSelect id="token_role" chosen="viewer" most={role} />
        <Field
          name="days"
          label="Days until it expires"
          type="number"
          value={String(TOKEN_DAYS)}
          required
          note={`1 to ${MAX_TOKEN_DAYS}.`}
        />
      </Action>
    </>
  );
}

/** A new token, shown once. */
export function NewToken({
  token,
  until,
  back,
}: {
  token: string;
  until: JSX.Element;
  back: string;
}): JSX.Element {
  return (
    <>
      <p class="lead">Shown only once: store it where your program reads it.</p>
      <p>
        <Secret value={token} label="the token" />
      </p>
      <p>It expires {until}.</p>
      <p>
        <a href={`${back}#tokens`}>Back to the tokens</a>
      </p>
    </>
  );
}
