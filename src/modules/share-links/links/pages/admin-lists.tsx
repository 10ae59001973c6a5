/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Action,
  type DataColumn,
  DataTable,
  EmptyState,
  Field,
  formToken,
  ListAddress,
  Sections,
  StatusMark,
  timeColumn,
} from "../../../../pages/index.ts";
import type { LinkRow, TokenRow } from "../store.ts";
import { LinkList } from "./admin-links.tsx";
import {
  ADMIN_PATH,
  type AdminPageProps,
  CREATE_TOKEN_PATH,
  LIST_LABELS,
  LISTS,
  TOKENS_PATH,
  toListPath,
} from "./admin-view.ts";

/** One of the lists: links, revocations with reasons, track tokens. */
export function Lists(props: AdminPageProps): JSX.Element {
  const { list } = props;
  return (
    <section aria-labelledby="list">
      <h2 id="list">{LIST_LABELS[list]}</h2>
      <Sections
        label="Lists"
        links={LISTS.map((each) => [toListPath(each), LIST_LABELS[each]] as const)}
        current={toListPath(list)}
      />
      {list === "links" && <LinkList {...props} />}
      {list === "revocations" && <Revocations {...props} />}
      {list === "tokens" && <TrackTokens {...props} />}
    </section>
  );
}

function Revocations({ reader, revoked, query, now }: AdminPageProps): JSX.Element {
  const csrfToken = formToken(reader);
  return (
    <>
      {csrfToken !== null && (
        <Action to={`${ADMIN_PATH}/revoke`} csrfToken={csrfToken} label="Revoke permanently" dangerous>
          <Field name="short_code" label="Code or link" required note="With or without its signature" />
          <Field
            name="reason"
            label="Reason"
            required
            note="Stored, and shown to anyone who asks about the link"
          />
        </Action>
      )}
      <DataTable
        caption="Last revoked first"
        list={new ListAddress(ADMIN_PATH, query)}
        columns={revokedColumns(now)}
        rows={revoked}
        keyOf={({ id }) => id}
      >
        <EmptyState title="Revoked links appear here">
          <p>A revoked link answers 410 from that moment on, permanently.</p>
        </EmptyState>
      </DataTable>
    </>
  );
}

function revokedColumns(now: number): DataColumn<LinkRow>[] {
  return [
    { id: "code", head: "Code", value: ({ code }) => code, cell: ({ code }) => <code>{code}</code> },
    { id: "reason", head: "Reason", isMain: true, value: ({ revoked_reason }) => revoked_reason },
    { id: "by", head: "By", value: ({ revoked_by }) => revoked_by },
    timeColumn({ id: "at", head: "When", at: ({ revoked_at }) => revoked_at, now }),
  ];
}

function TrackTokens({ reader, tokens, query, now }: AdminPageProps): JSX.Element {
  const csrfToken = formToken(reader);
  return (
    <>
      {csrfToken !== null && (
        <p>
          <a class="button" href={CREATE_TOKEN_PATH}>
            Create token
          </a>
        </p>
      )}
      <DataTable
        caption="Track tokens, newest first"
        list={new ListAddress(ADMIN_PATH, query)}
        columns={tokenColumns(csrfToken, now)}
        rows={tokens}
        keyOf={({ id }) => id}
      >
        <EmptyState title="No track tokens yet.">
          <p>Pages and apps report events with them.</p>
        </EmptyState>
      </DataTable>
    </>
  );
}

function tokenColumns(csrfToken: string | null, now: number): DataColumn<TokenRow>[] {
  return [
    { id: "name", head: "Name", value: ({ name }) => name },
    timeColumn({ id: "made", head: "Made", at: ({ created_at }) => created_at, now }),
    {
      id: "state",
      head: "State",
      isMain: true,
      value: ({ revoked_at }) => (revoked_at === null ? "admits" : "revoked"),
      cell: ({ revoked_at }) =>
        revoked_at === null ? (
          <StatusMark status="ok" word="admits" />
        ) : (
          <StatusMark status="bad" word="revoked" />
        ),
    },
    {
      id: "refuse",
      head: "Refuse",
      value: () => null,
      cell: ({ name, revoked_at }) =>
        csrfToken !== null && revoked_at === null ? (
          <Action
            to={`${TOKENS_PATH}/${name}/revoke`}
            csrfToken={csrfToken}
            label={`Revoke ${name}`}
            dangerous
          />
        ) : null,
    },
  ];
}
