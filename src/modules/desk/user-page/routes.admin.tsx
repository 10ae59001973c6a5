/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import type { Operation } from "../../../http/operation.ts";
import { Id } from "../../../http/schema/shapes.ts";
import { requireAnyUser } from "../../ledger/user-desk/index.ts";
import { listWallets } from "../../ledger/users/index.ts";
import { adminPage } from "../../platform/admin-page/index.ts";
import { type UserCareParts, userCareRoutes } from "./routes.care.tsx";
import { listUserClaims, listUserConversions, listUserEntries } from "./store.ts";
import { User, type UserFacts } from "./user-page.tsx";

const ENTRIES_SHOWN = 50;
const OTHERS_SHOWN = 50;

export function userPages(parts: UserCareParts): Operation[] {
  return [
    adminPage(parts.site, {
      id: "userPage",
      path: "/admin/users/{user_id}",
      summary: "User: balance, ledger entries, wallets, claims and conversions",
      title: ({ sql, params }) => userTitle(sql, Number(params.user_id)),
      params: Type.Object({ user_id: Id({ description: "Internal user id." }) }),
      query: Type.Object({
        before: Type.Optional(Type.Integer({ minimum: 1, description: "Only entries with a lower id." })),
      }),
      errors: ["not_found"],
      content: ({ sql, reader, params, query, now }) => (
        <User {...readUser(sql, Number(params.user_id), query.before ?? null)} {...{ reader, now }} />
      ),
    }),
    ...userCareRoutes(parts),
  ];
}

function userTitle(sql: Sql, id: number): string {
  const { display_name, username, external_id, partner } = requireAnyUser(sql, id);
  const name = display_name ?? username ?? external_id;
  return name === null ? `User ${id} of ${partner}` : `${name}, user ${id} of ${partner}`;
}

/** @throws Problem not_found */
function readUser(sql: Sql, id: number, before: number | null): UserFacts {
  const user = requireAnyUser(sql, id);
  const entries = listUserEntries(sql, id, { before, limit: ENTRIES_SHOWN + 1 });
  return {
    user,
    entries: entries.slice(0, ENTRIES_SHOWN),
    hasMoreEntries: entries.length > ENTRIES_SHOWN,
    wallets: listWallets(sql, [id]),
    claims: listUserClaims(sql, id, OTHERS_SHOWN),
    conversions: listUserConversions(sql, id, OTHERS_SHOWN),
  };
}
