/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Database } from "../../../../db/database.ts";
import { ShownQuery } from "../../../../http/input/paging.ts";
import { type Operation, seeOther } from "../../../../http/operation.ts";
import { Text } from "../../../../http/schema/shapes.ts";
import type { Site } from "../../../../pages/index.ts";
import { adminForm, adminPage } from "../../../platform/admin-page/index.ts";
import { declinePromotion } from "./ask.ts";
import { PROMOTIONS_PATH } from "./notices.ts";
import { Requests } from "./pages.tsx";
import { listRequests } from "./store.ts";

const ROWS = 200;
const KeyPath = Type.Object({ key_id: Type.String({ description: "The sandbox key's id." }) });
const DeclineForm = Type.Object({ reason: Text(500) });

/** The live keys that partners asked for, and the refusal of one. */
export function requestRoutes(site: Site, live: Database): Operation[] {
  return [
    adminPage(site, {
      id: "promotionsPage",
      path: PROMOTIONS_PATH,
      summary: "The live keys that partners asked for",
      title: "Promotions",
      query: Type.Object(ShownQuery),
      content: ({ sql, query, now }) => (
        <Requests requests={listRequests(sql, ROWS)} query={query} now={now} />
      ),
    }),
    adminForm(site, {
      id: "declinePromotion",
      path: "/admin/keys/{key_id}/decline-promotion",
      page: "/admin/keys/{key_id}/promotion",
      summary: "Decline a partner's request for a live key",
      role: "operator",
      params: KeyPath,
      form: DeclineForm,
      errors: ["state_conflict"],
      done: "The request is declined.",
      submit: async ({ actor, params: { key_id: keyId }, body: { reason } }) => {
        await live.writer.run((tx) => declinePromotion(tx, actor, { keyId, reason }));
        return seeOther(`/admin/keys/${keyId}/promotion`);
      },
    }),
  ];
}
