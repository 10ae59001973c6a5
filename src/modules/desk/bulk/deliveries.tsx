/** @jsxImportSource preact */

import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { invalidPayload, invalidQuery, Problem } from "../../../http/answers/problem.ts";
import { type Operation, seeOther } from "../../../http/operation.ts";
import { OneOf } from "../../../http/schema/shapes.ts";
import type { Site } from "../../../pages/index.ts";
import { adminForm, adminPage } from "../../platform/admin-page/index.ts";
import { newestDeliveryId } from "../../webhooks/deliveries/index.ts";
import {
  chooseDeliveries,
  DISCARDED,
  FilterFields,
  isRetried,
  pickFilters,
} from "../../webhooks/delivery-desk/index.ts";
import { MAX_ITEMS, Reason } from "./model.ts";
import { PATH } from "./pages.tsx";
import { BulkPreview } from "./preview.tsx";
import type { BulkParts } from "./routes.operator.ts";
import { requestBulk } from "./run-bulk.ts";

const CHOICE = {
  ...FilterFields,
  state: OneOf(DISCARDED, { description: "State of the deliveries; held ones are only discarded." }),
  kind: OneOf(["retry_deliveries", "discard_deliveries"], { description: "What is done." }),
};
const Choice = Type.Object(CHOICE);
type Choice = Static<typeof Choice>;

/** Preview and confirmation of an action on every delivery of a filter. */
export function deliveryForms(site: Site, parts: BulkParts): Operation[] {
  return [
    adminPage(site, {
      id: "bulkDeliveriesPage",
      path: `${PATH}/deliveries`,
      summary: "Preview a retry or discard of all deliveries that fit",
      title: ({ query }) => (query.kind === "retry_deliveries" ? "Retry deliveries" : "Discard deliveries"),
      role: "operator",
      query: Choice,
      content: async ({ sql, reader, query }) => {
        if (isHeld(query)) throw invalidQuery("state", NOT_RETRIED);
        const newest = newestDeliveryId(sql);
        const { ids, hasMore } = await choose(sql, query, newest);
        const given = Object.entries(pickFilters(query)).map(
          ([name, value]) => [name, String(value)] as const,
        );
        return (
          <BulkPreview
            {...{ reader, kind: query.kind, count: ids.length, hasMore, to: `${PATH}/deliveries` }}
            figures={given.map(([name, value]) => [wordsOf(name), wordsOf(value)] as const)}
            fields={[["kind", query.kind], ["newest", String(newest)], ...given]}
          />
        );
      },
    }),
    adminForm(site, {
      id: "startBulkDeliveriesForm",
      path: `${PATH}/deliveries`,
      summary: "Retry or discard all deliveries that fit",
      done: null,
      role: "operator",
      form: Type.Object({
        ...CHOICE,
        newest: Type.Integer({ minimum: 0, description: "The newest delivery at the preview." }),
        reason: Reason(),
      }),
      errors: ["safe_mode", "state_conflict"],
      submit: async ({ sql, actor, body }) => {
        if (isHeld(body)) throw invalidPayload("state", NOT_RETRIED);
        const { ids } = await choose(sql, body, body.newest);
        if (ids.length === 0) throw new Problem("state_conflict", "Look again: no delivery fits any more.");
        const items = ids.reverse().map(String);
        const request = { kind: body.kind, items, triageStatus: null, reason: body.reason };
        const row = await parts.live.writer.run((tx) => requestBulk(tx, actor, { request, parts }));
        return seeOther(`${PATH}/${row.id}`);
      },
    }),
  ];
}

/** Whether deliveries in this state are only discarded. */
function isHeld({ kind, state }: Choice): boolean {
  return kind === "retry_deliveries" && !isRetried(state);
}

const NOT_RETRIED = "must be failed or dead_letter to retry";

function choose(sql: Sql, choice: Choice, newest: number): ReturnType<typeof chooseDeliveries> {
  const filters = { ...pickFilters(choice), state: choice.state };
  const action = choice.kind === "retry_deliveries" ? "retry" : "discard";
  return chooseDeliveries(sql, { filters, newest, action }, MAX_ITEMS);
}

function wordsOf(text: string): string {
  return text.replaceAll("_", " ");
}
