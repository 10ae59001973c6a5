import type { MemberActor, PageSession } from "../../../http/access/actor.ts";
import type { OpenSession } from "./store.ts";

/** The member of a partner in a session, as its row says. */
export function toMember(row: OpenSession, session: PageSession): MemberActor {
  const { access, embed_origin, key_id, member_id, operator, partner, partner_id } = row;
  return {
    kind: "member",
    name: memberName(partner, member_id),
    role: access === "manage" ? "operator" : "viewer",
    partner,
    partnerId: partner_id,
    keyId: key_id,
    operator,
    memberId: member_id,
    embedOrigin: embed_origin,
    session,
  };
}

/** The name of a partner's member in the audit trail. @param id null in a session whose link named nobody */
export function memberName(partner: string, id: number | null): string {
  return id === null ? `portal:${partner}` : `portal:${partner}/${id}`;
}
