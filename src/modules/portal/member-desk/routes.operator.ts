import { Type } from "@sinclair/typebox";
import { type Operation, operator, readOperation } from "../../../http/operation.ts";
import { Nullable, OneOf, Text, Timestamp } from "../../../http/schema/shapes.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { findPartnerId } from "../../access/keys/index.ts";
import { countPasskeys } from "../../access/passkeys/index.ts";
import { type KeyFiles, requirePartner } from "../sessions/index.ts";
import type { MemberBook } from "./member-book.ts";

const PartnerQuery = Type.Object({ partner: Text(40, { description: "Name of the partner." }) });

const MemberList = Type.Object({
  partner: Type.String({ description: "Name of the partner." }),
  count: Type.Integer({ description: "Number of members." }),
  members: Type.Array(
    Type.Object({
      member_id: Type.Integer({ description: "Number of the member, as in the audit trail." }),
      name: Type.String({ description: "Name of the member." }),
      email: Type.String({ description: "Address to which links are mailed." }),
      access: OneOf(["read", "manage"], { description: "What the member may do on the pages." }),
      passkeys: Type.Integer({ description: "Number of the member's passkeys." }),
      created_at: Timestamp({ description: "Time of the invitation." }),
      last_sign_in_at: Nullable(Timestamp(), { description: "Null before the first sign-in." }),
    }),
    { description: "The members who are not removed, by name." },
  ),
});

/** A partner's members for operators' programs. */
export function memberOperatorRoutes({ files, book }: { files: KeyFiles; book: MemberBook }): Operation[] {
  return [
    readOperation({
      id: "listPortalMembers",
      method: "GET",
      path: "/admin/ops/portal-members",
      group: "ops",
      summary: "List the people who sign in to a partner's own pages",
      outcome: "The partner's members, by name.",
      access: operator("viewer"),
      query: PartnerQuery,
      response: MemberList,
      errors: ["not_found"],
      read: ({ db, query: { partner } }) => {
        requirePartner(files, partner);
        const id = findPartnerId(db.read, partner);
        const members = id === null ? [] : book.list(db.read, id);
        return {
          partner,
          count: members.length,
          members: members.map((each) => ({
            member_id: each.id,
            name: each.name,
            email: each.email,
            access: each.access,
            passkeys: countPasskeys(db.read, { type: "member", id: each.id }),
            created_at: isoUtc(each.created_at),
            last_sign_in_at: each.last_sign_in_at === null ? null : isoUtc(each.last_sign_in_at),
          })),
        };
      },
    }),
  ];
}
