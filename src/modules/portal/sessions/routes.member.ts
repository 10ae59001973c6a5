import type { Database } from "../../../db/database.ts";
import { type MemberActor, type Operation, seeOther } from "../../../http/operation.ts";
import { type Audience, sessionForm } from "../../platform/admin-page/index.ts";
import { SIGN_OUT } from "./audience.tsx";
import { MEMBER_COOKIE } from "./open-session.ts";
import { deleteSession } from "./store.ts";

/** The button that ends the session. */
export function sessionRoutes(members: Audience<MemberActor>, live: Database): Operation[] {
  return [
    sessionForm(members, {
      id: "closePortal",
      path: SIGN_OUT,
      summary: "End the session of a partner's pages",
      role: "viewer",
      inSafeMode: true,
      done: null,
      submit: async ({ actor, baseUrl }) => {
        await live.writer.run((tx) => deleteSession(tx, actor.session.tokenHash));
        return seeOther("/", { "set-cookie": MEMBER_COOKIE.end(baseUrl, actor.embedOrigin !== null) });
      },
    }),
  ];
}
