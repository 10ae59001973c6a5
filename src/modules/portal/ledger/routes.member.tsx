/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import { Problem } from "../../../http/answers/problem.ts";
import type { MemberActor, Operation } from "../../../http/operation.ts";
import { Id } from "../../../http/schema/shapes.ts";
import { findEntry, listPartlyReversed } from "../../ledger/entries/index.ts";
import { requireUserEvenDeleted } from "../../ledger/users/index.ts";
import { type Audience, sessionPage } from "../../platform/admin-page/index.ts";
import { listDeliveries } from "../../webhooks/deliveries/index.ts";
import { Entry } from "./entry-page.tsx";
import { findEvent } from "./find-event.ts";

const EntryPath = Type.Object({ entry_id: Id({ description: "Id of the ledger entry." }) });
/** A partner has at most so many webhooks. */
const DELIVERIES = 50;

export function entryRoutes(members: Audience<MemberActor>): Operation[] {
  return [
    sessionPage(members, {
      id: "portalEntryPage",
      path: "/partners/ledger/{entry_id}",
      summary: "A ledger entry with its event and the deliveries of that",
      title: ({ params }) => `Ledger entry ${params.entry_id}`,
      params: EntryPath,
      errors: ["not_found"],
      content: ({ sql, actor: { partnerId }, params, now }) => {
        const entry = findEntry(sql, partnerId, params.entry_id);
        if (entry === null)
          throw new Problem("not_found", `Check the id: you have no ledger entry ${params.entry_id}.`);
        const user = requireUserEvenDeleted(sql, partnerId, entry.user_id);
        const event = findEvent(sql, partnerId, entry);
        const deliveries =
          event === null
            ? []
            : listDeliveries(sql, partnerId, { event_id: event.uid, limit: DELIVERIES }).events;
        const isPartlyReversed = listPartlyReversed(sql, [entry.id]).size > 0;
        return <Entry {...{ entry, isPartlyReversed, user, event, deliveries, now }} />;
      },
    }),
  ];
}
