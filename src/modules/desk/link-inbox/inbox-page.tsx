/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Action,
  EmptyState,
  Field,
  ListAddress,
  type Reader,
  Sections,
  StatusMark,
  Table,
  Time,
} from "../../../pages/index.ts";
import { issueLink } from "./issue-link.tsx";
import type { readLinks } from "./read.ts";

export const PATH = "/admin/ops/link-inbox";
/** The page with the form of a new link. */
export const CREATE_PATH = `${PATH}/new`;

interface InboxProps {
  links: ReturnType<typeof readLinks>["links"];
  answer: "failing" | null;
  next: string | null;
  reader: Reader;
  now: number;
}

/** Links with their last answers; operators add more on a page of their own. */
export function Inbox({ links, answer, next, reader, now }: InboxProps): JSX.Element {
  const mayAdd = reader.role !== "viewer" && reader.csrfToken !== null;
  const list = new ListAddress(PATH, { answer: answer ?? undefined });
  return (
    <>
      <Sections
        label="Links shown"
        current={list.with({})}
        links={[
          [PATH, "All"],
          [`${PATH}?answer=failing`, "Failing"],
        ]}
      />
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
      {links.length === 0 ? (
        <EmptyState title="Links will be here.">
          {mayAdd ? <a href={CREATE_PATH}>Add the first one</a> : "An operator adds the first one"}, or with
          the API.
        </EmptyState>
      ) : (
        <Table
          caption="Links"
          columns={[
            { head: "Link", cell: ({ url }) => (url === null ? "none" : <code>{url}</code>) },
            {
              head: "State",
              cell: ({ state }) => <StatusMark status={state === "resolved" ? "ok" : "warn"} word={state} />,
            },
            { head: "Issue", cell: ({ issue_id }) => issueLink(issue_id) },
            { head: "Note", cell: ({ note }) => note ?? "" },
            {
              head: "Last answer",
              cell: ({ status_code, status_code_family }) => status_code ?? status_code_family ?? "",
            },
            {
              head: "Checked",
              cell: ({ checked_at }) =>
                checked_at === null ? "not yet" : <Time at={Date.parse(checked_at)} now={now} />,
            },
          ]}
          rows={links}
          keyOf={({ id }) => id}
        />
      )}
      {next !== null && (
        <p>
          <a href={list.with({ cursor: next })}>Earlier</a>
        </p>
      )}
      <p class="sources">
        <a href={`${PATH}/events/export.csv`}>Events as CSV</a>,{" "}
        <a href={`${PATH}/events/export.json`}>as JSON</a>;{" "}
        <a href={`${PATH}/verification-summary.json`}>links by state as JSON</a>
      </p>
    </>
  );
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
