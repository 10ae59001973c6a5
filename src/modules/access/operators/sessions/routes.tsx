/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Database } from "../../../../db/database.ts";
import { ShownQuery } from "../../../../http/input/paging.ts";
import { type Operation, seeOther } from "../../../../http/operation.ts";
import { Text } from "../../../../http/schema/shapes.ts";
import type { Site } from "../../../../pages/index.ts";
import { adminForm, adminPage } from "../../../platform/admin-page/index.ts";
import { endSession } from "./end-session.ts";
import { SessionPath } from "./model.ts";
import { AllSessions } from "./sessions-table.tsx";
import { listAllSessions } from "./store.ts";

interface SessionsParts {
  site: Site;
  live: Database;
}

const SESSIONS = "/admin/sessions";
const MAX_LISTED = 500;
const END = {
  params: SessionPath,
  sessionOnly: true,
  inSafeMode: true,
  done: "Session ended.",
  errors: ["not_found"],
} as const;

/** Sessions to end, one by one: one's own, and for owners everyone's. */
export function sessionsRoutes({ site, live }: SessionsParts): Operation[] {
  return [
    adminPage(site, {
      id: "sessionsPage",
      path: SESSIONS,
      summary: "List the sessions of all operators",
      title: "Sessions",
      role: "owner",
      query: Type.Object({
        operator: Type.Optional(Text(40, { description: "Only this operator's." })),
        ...ShownQuery,
      }),
      content: ({ sql, reader: { csrfToken }, tokenHash, query, now }) => {
        const sessions = listAllSessions(sql, { operator: query.operator ?? null, limit: MAX_LISTED, now });
        return <AllSessions {...{ sessions, tokenHash, csrfToken, query, now }} />;
      },
    }),
    adminForm(site, {
      ...END,
      id: "endOwnSession",
      role: "viewer",
      path: "/admin/account/sessions/{session_id}/end",
      page: "/admin/account",
      summary: "End a session of yours",
      submit: async ({ actor, params }) => {
        await live.writer.run((tx) =>
          endSession(tx, actor, { id: Number(params.session_id), operator: actor.name }),
        );
        return seeOther("/admin/account#sessions");
      },
    }),
    adminForm(site, {
      ...END,
      id: "endSession",
      role: "owner",
      path: `${SESSIONS}/{session_id}/end`,
      summary: "End a session of any operator",
      submit: async ({ actor, params }) => {
        await live.writer.run((tx) =>
          endSession(tx, actor, { id: Number(params.session_id), operator: null }),
        );
        return seeOther(SESSIONS);
      },
    }),
  ];
}
