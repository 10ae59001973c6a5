/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Action,
  Clipped,
  type DataColumn,
  DataTable,
  ListAddress,
  type ListQuery,
  Table,
  tableColumn,
  timeColumn,
} from "../../../../pages/index.ts";
import { describeBrowser } from "./browser.ts";
import type { ListedSession, SessionRow } from "./store.ts";

interface SessionsTableProps<Row extends SessionRow> {
  sessions: readonly Row[];
  /** The session that requested this page. */
  tokenHash: string | null;
  /** Path of the form that ends a session. */
  endPath: (row: Row) => string;
  csrfToken: string;
  now: number;
}

/** One's own sessions, each with a button that ends it. */
export function SessionsTable(props: SessionsTableProps<SessionRow>): JSX.Element {
  return (
    <Table
      caption="Your sessions"
      columns={sessionColumns(props).map(tableColumn)}
      rows={props.sessions}
      keyOf={({ id }) => id}
    />
  );
}

function sessionColumns<Row extends SessionRow>(
  props: Omit<SessionsTableProps<Row>, "sessions">,
): DataColumn<Row>[] {
  const { tokenHash, endPath, csrfToken, now } = props;
  return [
    timeColumn({ id: "signed_in", head: "Signed in", at: ({ created_at }) => created_at, now }),
    { id: "method", head: "By", value: ({ method }) => method },
    timeColumn({ id: "used", head: "Last used", at: ({ last_used_at }) => last_used_at, none: "now", now }),
    timeColumn({ id: "ends", head: "Ends", at: ({ expires_at }) => expires_at, now }),
    {
      id: "browser",
      head: "From",
      value: ({ user_agent }) => describeBrowser(user_agent),
      cell: ({ user_agent, address }) => (
        <>
          <span title={user_agent}>{describeBrowser(user_agent)}</span>{" "}
          <small>
            <Clipped text={address} />
          </small>
        </>
      ),
    },
    {
      id: "end",
      head: "End",
      isMain: true,
      value: ({ token_hash }) => (token_hash === tokenHash ? "this session" : null),
      cell: (row) =>
        row.token_hash === tokenHash ? (
          "this session"
        ) : (
          <Action to={endPath(row)} csrfToken={csrfToken} label="End" dangerous />
        ),
    },
  ];
}

const OPERATOR_COLUMN: DataColumn<ListedSession> = {
  id: "operator",
  head: "Operator",
  value: ({ operator }) => operator,
  cell: ({ operator }) => (
    <a href={`/admin/operators/${encodeURIComponent(operator)}`}>
      <Clipped text={operator} />
    </a>
  ),
};

/** Sessions of all operators, for owners. */
export function AllSessions(
  props: Pick<SessionsTableProps<ListedSession>, "sessions" | "tokenHash" | "now"> & {
    csrfToken: string | null;
    query: ListQuery;
  },
): JSX.Element {
  const { csrfToken, sessions, tokenHash, query, now } = props;
  const list = new ListAddress("/admin/sessions", query);
  const operator = list.text("operator");
  return (
    <>
      <p>
        {operator === undefined ? (
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
        <DataTable
          caption="Sessions"
          list={list}
          columns={[
            OPERATOR_COLUMN,
            ...sessionColumns<ListedSession>({
              tokenHash,
              endPath: ({ id }) => `/admin/sessions/${id}/end`,
              csrfToken,
              now,
            }),
          ]}
          rows={sessions}
          keyOf={({ id }) => id}
        >
          <p>No open sessions.</p>
        </DataTable>
      )}
    </>
  );
}
