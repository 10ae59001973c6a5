/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Action, Clipped, Table, Time } from "../../../../pages/index.ts";
import { browserOf } from "./browser.ts";
import type { ListedSession, SessionRow } from "./store.ts";

interface SessionsTableProps<Row extends SessionRow> {
  caption: string;
  sessions: readonly Row[];
  /** The session that requested this page. */
  tokenHash: string | null;
  /** The operator's name of each row, if there are several. */
  operatorOf?: (row: Row) => string;
  /** Path of the form that ends a session. */
  endPath: (row: Row) => string;
  csrfToken: string;
  now: number;
}

/** Sessions, each with a button that ends it. */
export function SessionsTable<Row extends SessionRow>(props: SessionsTableProps<Row>): JSX.Element {
  const { caption, sessions, tokenHash, operatorOf, endPath, csrfToken, now } = props;
  return (
    <Table
      caption={caption}
      columns={[
        ...(operatorOf === undefined
          ? []
          : [
              {
                head: "Operator",
                cell: (row: Row) => (
                  <a href={`/admin/operators/${encodeURIComponent(operatorOf(row))}`}>
                    <Clipped text={operatorOf(row)} />
                  </a>
                ),
              },
            ]),
        {
          head: "Signed in",
          cell: (row: Row) => (
            <>
              <Time at={row.created_at} now={now} /> by {row.method}
            </>
          ),
        },
        {
          head: "Last used",
          cell: (row: Row) => (row.last_used_at === null ? "now" : <Time at={row.last_used_at} now={now} />),
        },
        { head: "Ends", cell: (row: Row) => <Time at={row.expires_at} now={now} /> },
        {
          head: "From",
          cell: (row: Row) => (
            <>
              <span title={row.user_agent}>{browserOf(row.user_agent)}</span>
              <small>
                <Clipped text={row.address} />
              </small>
            </>
          ),
        },
        {
          head: "End",
          cell: (row: Row) =>
            row.token_hash === tokenHash ? (
              "this session"
            ) : (
              <Action to={endPath(row)} csrfToken={csrfToken} label="End" dangerous />
            ),
        },
      ]}
      rows={sessions}
      keyOf={(row) => row.id}
    />
  );
}

/** Sessions of all operators, for owners. */
export function AllSessions(
  props: Pick<SessionsTableProps<ListedSession>, "sessions" | "tokenHash" | "now"> & {
    csrfToken: string | null;
    operator: string | null;
  },
): JSX.Element {
  const { csrfToken, operator, ...rest } = props;
  return (
    <>
      <p>
        {operator === null ? (
          <>
            Ending a session signs its browser out. Tokens are listed at{" "}
            <a href="/admin/operators">each operator</a>.
          </>
        ) : (
          <>
            Shown: sessions of {operator}. <a href="/admin/sessions">Show all sessions</a>
          </>
        )}
      </p>
      {csrfToken === null ? (
        <p>A bearer token cannot end sessions: sign in.</p>
      ) : (
        <SessionsTable
          caption="Sessions"
          operatorOf={(row) => row.operator}
          endPath={({ id }) => `/admin/sessions/${id}/end`}
          csrfToken={csrfToken}
          {...rest}
        />
      )}
    </>
  );
}
