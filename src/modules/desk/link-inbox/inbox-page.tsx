/** @jsxImportSource preact */

import type { JSX } from "preact";
import { DEFAULT_LIMIT } from "../../../http/input/paging.ts";
import {
  Action,
  Clipped,
  type DataColumn,
  DataTable,
  type Effect,
  EmptyState,
  Field,
  FilterForm,
  ListAddress,
  type ListQuery,
  type nextPage,
  type Reader,
  StatusMark,
  timeColumn,
} from "../../../pages/index.ts";
import { issueLink } from "./issue-link.tsx";
import type { readLinks } from "./read.ts";

export const PATH = "/admin/ops/link-inbox";
/** The page with the form of a new link. */
export const CREATE_PATH = `${PATH}/new`;

type Link = ReturnType<typeof readLinks>["links"][number];

interface InboxProps {
  links: readonly Link[];
  query: ListQuery;
  next: ReturnType<typeof nextPage>;
  reader: Reader;
  now: number;
}

/** Links with their last answers; operators add and remove them on pages of their own. */
export function Inbox({ links, query, next, reader, now }: InboxProps): JSX.Element {
  const mayAdd = reader.role !== "viewer" && reader.csrfToken !== null;
  const list = new ListAddress(PATH, query, { limit: DEFAULT_LIMIT });
  return (
    <>
      <p>
        Each link is checked every six hours. Two consecutive 2xx answers resolve it; any other answer reopens
        it.
      </p>
      {mayAdd && (
        <p>
          <a class="button button-main" href={CREATE_PATH}>
            Add link
          </a>
        </p>
      )}
      <FilterForm list={list} filters={[{ name: "answer", label: "Last answer", options: ["failing"] }]} />
      <DataTable
        caption="Links, newest first"
        list={list}
        columns={mayAdd ? [...columnsAt(now), REMOVAL] : columnsAt(now)}
        rows={links}
        keyOf={({ id }) => id}
        next={next}
      >
        <EmptyState title="Links will be here.">
          {mayAdd ? <a href={CREATE_PATH}>Add the first one</a> : "An operator adds the first one"}, or with
          the API.
        </EmptyState>
      </DataTable>
      <p class="sources">
        <a href={`${PATH}/events/export.csv`}>Events as CSV</a>,{" "}
        <a href={`${PATH}/events/export.json`}>as JSON</a>;{" "}
        <a href={`${PATH}/verification-summary.json`}>links by state as JSON</a>
      </p>
    </>
  );
}

function columnsAt(now: number): DataColumn<Link>[] {
  return [
    {
      id: "link",
      head: "Link",
      value: ({ url }) => url ?? "none",
      cell: ({ url }) => (url === null ? "none" : <Clipped text={url} />),
    },
    {
      id: "state",
      head: "State",
      isMain: true,
      value: ({ state }) => state,
      cell: ({ state }) => <StatusMark status={state === "resolved" ? "ok" : "warn"} word={state} />,
    },
    {
      id: "issue",
      head: "Issue",
      value: ({ issue_id }) => issue_id,
      cell: ({ issue_id }) => issueLink(issue_id),
    },
    {
      id: "note",
      head: "Note",
      value: ({ note }) => note,
      cell: ({ note }) => <Clipped text={note ?? ""} />,
    },
    {
      id: "answer",
      head: "Last answer",
      value: ({ status_code, status_code_family }) => status_code ?? status_code_family,
    },
    timeColumn({ id: "checked", head: "Checked", at: ({ checked_at }) => checked_at, none: "not yet", now }),
    timeColumn({ id: "added", head: "Added", at: ({ created_at }) => created_at, isExtra: true, now }),
    { id: "by", head: "Added by", isExtra: true, value: ({ created_by }) => created_by },
  ];
}

const REMOVAL: DataColumn<Link> = {
  id: "change",
  head: "Change",
  value: () => null,
  cell: ({ id }) => <a href={`${PATH}/${id}/remove`}>Remove link</a>,
};

export function describeRemoval({ url, issue_id, note, state }: Link): Effect {
  return {
    lead: "Removes this link from the inbox.",
    figures: [
      ["Link", url ?? "none"],
      ["Issue", issue_id ?? "none"],
      ["Note", note ?? "none"],
      ["State", state],
    ],
    consequences:
      "It is no longer checked or counted; its events stay for 180 days. To correct a link, remove it and add it again.",
    label: "Remove link",
  };
}

/** The form that adds a link. */
export function NewLink({ csrfToken }: { csrfToken: string }): JSX.Element {
  return (
    <Action to={`${PATH}/add`} csrfToken={csrfToken} label="Add link" main>
      <Field name="url" label="URL" note="For example https://example.com/report." />
      <Field name="issue_id" label="Issue" note="For example incident:12. Optional." />
      <Field name="note" label="Note" />
    </Action>
  );
}
