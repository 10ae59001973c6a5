/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import type { Database } from "../../../db/database.ts";
import { type Operation, seeOther } from "../../../http/operation.ts";
import { Text } from "../../../http/schema/shapes.ts";
import {
  Action,
  EmptyState,
  Field,
  ListAddress,
  type Reader,
  Sections,
  type Site,
  StatusMark,
  Table,
  Time,
} from "../../../pages/index.ts";
import { adminForm, adminView } from "../../platform/admin-page/index.ts";
import { addLink } from "./add-link.ts";
import { issueLink } from "./issue-link.tsx";
import { Links, LinksQuery } from "./model.ts";
import { readLinks } from "./read.ts";

const PATH = "/admin/ops/link-inbox";

/** The link inbox as a page and as JSON, and the form that adds a link. */
export function linkInboxPages(site: Site, live: Database): Operation[] {
  return [
    adminView(site, {
      id: "getLinkInbox",
      path: PATH,
      group: "ops",
      summary: "List links, newest first",
      title: "Link inbox",
      query: LinksQuery,
      response: Links,
      read: ({ query }) => readLinks(live.read, query),
      page: ({ links, pagination, query }, { reader, now }) => (
        <Inbox links={links} answer={query.answer} next={pagination.next_cursor} reader={reader} now={now} />
      ),
    }),
    adminForm(site, {
      id: "addInboxLinkForm",
      path: `${PATH}/add`,
      summary: "Add a link to the inbox",
      done: "Link added; the job link_inbox checks it.",
      role: "operator",
      form: Type.Object({
        url: Type.Optional(Text(2048)),
        issue_id: Type.Optional(Text(200)),
        note: Type.Optional(Text(1000)),
      }),
      errors: ["state_conflict"],
      submit: async ({ actor, body: { url = null, issue_id = null, note = null } }) => {
        await live.writer.run((tx) => addLink(tx, actor, { url, issueId: issue_id, note }));
        return seeOther(PATH);
      },
    }),
  ];
}

interface InboxProps {
  links: ReturnType<typeof readLinks>["links"];
  answer: "failing" | null;
  next: string | null;
  reader: Reader;
  now: number;
}

function Inbox({ links, answer, next, reader, now }: InboxProps): JSX.Element {
  const token = reader.role === "viewer" ? null : reader.csrfToken;
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
      {links.length === 0 ? (
        <EmptyState title="Links will be here.">Add the first one below or with the API.</EmptyState>
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
      {token !== null && (
        <>
          <h2 id="add">Add a link</h2>
          <Action to={`${PATH}/add`} csrfToken={token} label="Add link" main>
            <Field name="url" label="URL" note="For example https://example.com/report." />
            <Field name="issue_id" label="Issue" note="For example incident:12. Optional." />
            <Field name="note" label="Note" />
          </Action>
        </>
      )}
      <p class="sources">
        <a href={`${PATH}/events/export.csv`}>Events as CSV</a>,{" "}
        <a href={`${PATH}/events/export.json`}>as JSON</a>;{" "}
        <a href={`${PATH}/verification-summary.json`}>links by state as JSON</a>
      </p>
    </>
  );
}
