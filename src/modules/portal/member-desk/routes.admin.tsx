/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { type Operation, seeOther } from "../../../http/operation.ts";
import { formToken, type Site } from "../../../pages/index.ts";
import { ensurePartner, findPartnerId } from "../../access/keys/index.ts";
import { adminForm, adminPage, adminResponse, confirmedForm } from "../../platform/admin-page/index.ts";
import { type KeyFiles, requirePartner } from "../sessions/index.ts";
import type { MemberBook } from "./member-book.ts";
import { Members, ShownInvitation } from "./members-page.tsx";
import { InviteForm, MemberId } from "./model.ts";
import { describeRemoval } from "./removal.ts";

interface AdminParts {
  site: Site;
  live: Database;
  files: KeyFiles;
  book: MemberBook;
}

const PATH = "/admin/partners/{partner}/portal/members";
const partner = Type.String({ description: "The partner's name." });
const PartnerPath = Type.Object({ partner });
const MemberPath = Type.Object({ partner, member_id: MemberId });

const at = (name: string) => `/admin/partners/${name}/portal/members`;

/** A partner's members, for operators, who invite the first one. */
export function memberAdminRoutes({ site, live, files, book }: AdminParts): Operation[] {
  const { hasMail } = book;
  return [
    adminPage(site, {
      id: "partnerMembersPage",
      path: PATH,
      summary: "The people who sign in to a partner's own pages",
      title: "Members",
      params: PartnerPath,
      errors: ["not_found"],
      content: ({ sql, reader, params: { partner: name }, now }) => {
        requirePartner(files, name);
        const id = findPartnerId(sql, name);
        return (
          <Members
            members={id === null ? [] : book.list(sql, id)}
            at={at(name)}
            action="Remove"
            toAction={(member) => `${at(name)}/${member}/remove`}
            token={formToken(reader)}
            mayGiveManage={reader.role === "owner"}
            {...{ hasMail, now }}
          />
        );
      },
    }),
    adminForm(site, {
      id: "invitePartnerMember",
      path: PATH,
      summary: "Invite a person to a partner's own pages",
      role: "operator",
      params: PartnerPath,
      form: InviteForm,
      errors: ["not_found", "state_conflict"],
      done: ({ name }) => `The invitation to ${name} is on its way.`,
      submit: async ({ actor, reader, params: { partner: name }, body, baseUrl }) => {
        requirePartner(files, name);
        if (body.access === "manage" && actor.role !== "owner")
          throw new Problem("forbidden", "Choose read: only owners invite members who manage.", {
            reason: "role",
          });
        const url = await live.writer.run((tx) =>
          book.invite(tx, actor, { ...body, partner: { id: ensurePartner(tx, name), name }, baseUrl }),
        );
        if (url === null) return seeOther(at(name));
        return adminResponse(site, reader, {
          path: "/admin/partners",
          title: "Invitation",
          content: <ShownInvitation name={body.name} url={url} to={at(name)} />,
        });
      },
    }),
    ...confirmedForm(site, {
      id: "removePartnerMember",
      path: `${PATH}/{member_id}/remove`,
      back: PATH,
      title: "Remove member",
      summary: "Remove a person from a partner's own pages",
      role: "operator",
      params: MemberPath,
      errors: ["not_found"],
      done: "The member is removed.",
      effect: ({ sql, params: { partner: name, member_id } }) =>
        describeRemoval(book.require(sql, findPartnerId(sql, name) ?? 0, Number(member_id))),
      submit: async ({ actor, params: { partner: name, member_id } }) => {
        await live.writer.run((tx) => {
          const owner = { id: findPartnerId(tx, name) ?? 0, name };
          book.remove(tx, actor, { partner: owner, id: Number(member_id) });
        });
        return seeOther(at(name));
      },
    }),
  ];
}
