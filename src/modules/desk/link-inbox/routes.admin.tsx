/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import { type Operation, seeOther } from "../../../http/operation.ts";
import { Text } from "../../../http/schema/shapes.ts";
import { nextPage, type Site } from "../../../pages/index.ts";
import { adminForm, adminPage, adminView, confirmedForm } from "../../platform/admin-page/index.ts";
import { createLink } from "./create-link.ts";
import { CREATE_PATH, describeRemoval, Inbox, NewLink, PATH } from "./inbox-page.tsx";
import { LinkPath, Links, LinksQuery } from "./model.ts";
import { linkView, readLinks, requireLink } from "./read.ts";
import { removeLink } from "./remove-link.ts";

/** The link inbox as a page and as JSON, and the forms that add and remove one. */
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
      page: ({ links, pagination }, { reader, query, now }) => (
        <Inbox {...{ links, reader, query, now }} next={nextPage(pagination)} />
      ),
    }),
    adminPage(site, {
      id: "newInboxLinkPage",
      path: CREATE_PATH,
      summary: "The form that adds a link to the inbox",
      title: "Add a link",
      role: "operator",
      content: ({ reader }) => <NewLink csrfToken={reader.csrfToken ?? ""} />,
    }),
    adminForm(site, {
      id: "addInboxLinkForm",
      path: `${PATH}/add`,
      page: CREATE_PATH,
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
        await live.writer.run((tx) => createLink(tx, actor, { url, issueId: issue_id, note }));
        return seeOther(PATH);
      },
    }),
    ...confirmedForm(site, {
      id: "removeInboxLinkByForm",
      path: `${PATH}/{id}/remove`,
      back: PATH,
      title: "Remove link",
      summary: "Remove a link from the inbox",
      done: "Link removed.",
      role: "operator",
      params: LinkPath,
      errors: ["not_found"],
      effect: ({ sql, params }) => describeRemoval(linkView(requireLink(sql, Number(params.id)))),
      submit: async ({ actor, params }) => {
        await live.writer.run((tx) => removeLink(tx, actor, Number(params.id)));
        return seeOther(PATH);
      },
    }),
  ];
}
