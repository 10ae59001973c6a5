import { pageSession } from "../../../http/access/operator-auth.ts";
import type { MemberActor } from "../../../http/operation.ts";
import type { OpenSession } from "./store.ts";

/** The member of a partner in a session. */
export function memberOf(session: OpenSession, token: string): MemberActor {
  const { access, embed_origin, key_id, partner, partner_id } = session;
  return {
    kind: "member",
    name: memberName(partner),
    role: access === "manage" ? "operator" : "viewer",
    partner,
    partnerId: partner_id,
    keyId: key_id,
    embedOrigin: embed_origin,
    session: pageSession(token),
  };
}

/** The name of a partner's members in the audit trail. */
export function memberName(partner: string): string {
  return `portal:${partner}`;
}
