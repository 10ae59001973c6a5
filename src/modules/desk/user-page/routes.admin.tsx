/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { Operation } from "../../../http/operation.ts";
import { Id } from "../../../http/schema/shapes.ts";
import type { Site } from "../../../pages/index.ts";
import { listWallets } from "../../ledger/users/index.ts";
import { adminPage } from "../../platform/admin-page/index.ts";
import { findDeskUser, listUserClaims, listUserConversions, listUserEntries } from "./store.ts";
import { User, type UserFacts } from "./user-page.tsx";

const ENTRIES_SHOWN = 50;
const OTHERS_SHOWN = 50;

export function userPages(site: Site): Operation[] {
  return [
    adminPage(site, {
      id: "userPage",
      path: "/admin/users/{user_id}",
      summary: "User: balance, ledger entries, wallets, claims and conversions",
      title: "User",
      params: Type.Object({ user_id: Id({ description: "Internal user id." }) }),
      query: Type.Object({
        before: Type.Optional(Type.Integer({ minimum: 1, description: "Only entries with a lower id." })),
      }),
      errors: ["not_found"],
      content: ({ sql, params, query, now }) => (
        <User {...readUser(sql, Number(params.user_id), query.before ?? null)} now={now} />
      ),
    }),
  ];
}

/** @throws Problem not_found */
function readUser(sql: Sql, id: number, before: number | null): UserFacts {
  const user = findDeskUser(sql, id);
  if (user === null) throw new Problem("not_found", `Check the id, or search: there is no user ${id}.`);
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
