/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Clipped,
  type DataColumn,
  DataTable,
  EmptyState,
  ListAddress,
  StatusMark,
  timeColumn,
} from "../../../../pages/index.ts";
import { ADMIN_PATH, type AdminPageProps, type ListedLink } from "./admin-view.ts";

const MARKS = { active: "ok", expired: "unknown", revoked: "bad", policy_blocked: "warn" } as const;

const REVOKE = {
  to: "/admin/bulk/new",
  csrfToken: null,
  children: (
    <button type="submit" name="kind" value="revoke_links" class="button-danger">
      Revoke selected
    </button>
  ),
};

/** The short links, newest first. */
export function LinkList({ reader, links, next, query, now }: AdminPageProps): JSX.Element {
  return (
    <DataTable
      caption="Links, newest first"
      list={new ListAddress(ADMIN_PATH, query)}
      columns={columnsAt(now)}
      rows={links}
      keyOf={({ link }) => link.code}
      next={next === null ? null : ["before", next]}
      selection={reader.role === "viewer" ? null : REVOKE}
    >
      <EmptyState title="Short links appear here">
        <p>
          They are created with <code>use_short=1</code>, by the API or at <a href="/share">/share</a>.
        </p>
      </EmptyState>
    </DataTable>
  );
}

function columnsAt(now: number): DataColumn<ListedLink>[] {
  return [
    {
      id: "code",
      head: "Code",
      value: ({ link }) => link.code,
      cell: ({ link }) => <code>{link.code}</code>,
    },
    {
      id: "state",
      head: "State",
      isMain: true,
      value: ({ state }) => state,
      cell: ({ state }) => <StatusMark status={MARKS[state]} word={state} />,
    },
    { id: "kind", head: "Kind", value: ({ link }) => (link.kid === null ? "plain" : "signed") },
    {
      id: "destination",
      head: "Destination",
      value: ({ link }) => link.destination,
      cell: ({ link }) => <Clipped text={link.destination} />,
    },
    timeColumn({ id: "made", head: "Made", at: ({ link }) => link.created_at, now }),
    timeColumn({ id: "expires", head: "Expires", at: ({ link }) => link.expires_at, now }),
    { id: "clicks", head: "Human clicks", numeric: true, value: ({ clicks }) => clicks.human },
  ];
}
