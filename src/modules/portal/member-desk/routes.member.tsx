/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import type { Tx } from "../../../db/sql.ts";
import { type MemberActor, type Operation, seeOther } from "../../../http/operation.ts";
import {
  type Audience,
  confirmedSessionForm,
  sessionForm,
  sessionPage,
  sessionResponse,
} from "../../platform/admin-page/index.ts";
import type { MemberBook } from "./member-book.ts";
import { Member, Members, ShownInvitation } from "./members-page.tsx";
import { AccessForm, InviteForm, MemberId } from "./model.ts";
import { describeRemoval } from "./removal.ts";

interface MemberParts {
  members: Audience<MemberActor>;
  live: Database;
  book: MemberBook;
}

const PATH = "/partners/members";
const ONE = `${PATH}/{member_id}`;
const MemberPath = Type.Object({ member_id: MemberId });
const CHANGE = { role: "operator", params: MemberPath, errors: ["not_found"] } as const;

const partnerOf = ({ partner: name, partnerId: id }: MemberActor) => ({ id, name });

/** The people who sign in to a partner's pages: members read, those who manage change. */
export function memberRoutes(parts: MemberParts): Operation[] {
  return [...readingRoutes(parts), ...invitingRoutes(parts), ...changingRoutes(parts)];
}

function readingRoutes({ members, book }: MemberParts): Operation[] {
  const { hasMail } = book;
  return [
    sessionPage(members, {
      id: "portalMembersPage",
      path: PATH,
      summary: "The people who sign in to a partner's pages",
      title: "Members",
      content: ({ sql, actor, reader, now }) => (
        <Members
          members={book.list(sql, actor.partnerId)}
          at={PATH}
          action="Manage"
          toAction={(id) => `${PATH}/${id}`}
          token={reader.role === "viewer" ? null : reader.csrfToken}
          mayGiveManage
          {...{ hasMail, now }}
        />
      ),
    }),
    sessionPage(members, {
      id: "portalMemberPage",
      path: ONE,
      summary: "One person who signs in to a partner's pages",
      title: "Member",
      role: "operator",
      params: MemberPath,
      errors: ["not_found"],
      content: ({ sql, actor, reader, params, now }) => {
        const member = book.require(sql, actor.partnerId, Number(params.member_id));
        return <Member {...{ member, hasMail, now }} at={`${PATH}/${member.id}`} token={reader.csrfToken} />;
      },
    }),
  ];
}

function invitingRoutes({ members, live, book }: MemberParts): Operation[] {
  /** The link is shown where no mail takes it along. */
  const answer = (actor: MemberActor, name: string, url: string | null) =>
    url === null
      ? seeOther(PATH)
      : sessionResponse(members, actor, {
          path: PATH,
          title: "Invitation",
          content: <ShownInvitation name={name} url={url} to={PATH} />,
        });
  return [
    sessionForm(members, {
      id: "portalInviteMember",
      path: PATH,
      summary: "Invite a person to a partner's pages",
      role: "operator",
      form: InviteForm,
      errors: ["state_conflict"],
      done: ({ name }) => `The invitation to ${name} is on its way.`,
      submit: async ({ actor, body, baseUrl }) => {
        const invitation = { ...body, partner: partnerOf(actor), baseUrl };
        return answer(actor, body.name, await live.writer.run((tx) => book.invite(tx, actor, invitation)));
      },
    }),
    sessionForm(members, {
      ...CHANGE,
      id: "portalSendMemberLink",
      path: `${ONE}/link`,
      summary: "Send a member a new link, in place of earlier ones",
      done: "The new link is on its way; earlier ones open nothing more.",
      submit: async ({ sql, actor, params, baseUrl }) => {
        const { id, name } = book.require(sql, actor.partnerId, Number(params.member_id));
        const url = await live.writer.run((tx) =>
          book.sendAgain(tx, actor, { partner: partnerOf(actor), id, baseUrl }),
        );
        return answer(actor, name, url);
      },
    }),
  ];
}

function changingRoutes({ members, live, book }: MemberParts): Operation[] {
  const change = (work: (tx: Tx) => void) => live.writer.run(work);
  return [
    sessionForm(members, {
      ...CHANGE,
      id: "portalSetMemberAccess",
      path: `${ONE}/access`,
      summary: "Let a member manage or only read",
      form: AccessForm,
      done: "Access saved.",
      submit: async ({ actor, params, body: { access } }) => {
        const id = Number(params.member_id);
        await change((tx) => book.setAccess(tx, actor, { partner: partnerOf(actor), id, access }));
        return seeOther(PATH);
      },
    }),
    ...confirmedSessionForm(members, {
      ...CHANGE,
      id: "portalRemoveMember",
      path: `${ONE}/remove`,
      back: ONE,
      title: "Remove member",
      summary: "Remove a member from a partner's pages",
      done: "The member is removed.",
      effect: ({ sql, actor, params }) =>
        describeRemoval(book.require(sql, actor.partnerId, Number(params.member_id))),
      submit: async ({ actor, params }) => {
        const id = Number(params.member_id);
        await change((tx) => book.remove(tx, actor, { partner: partnerOf(actor), id }));
        return seeOther(PATH);
      },
    }),
  ];
}
