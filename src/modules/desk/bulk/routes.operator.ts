import { Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import { PageQuery } from "../../../http/input/paging.ts";
import { type Operation, operator, readOperation, writeOperation } from "../../../http/operation.ts";
import { requireOperator } from "../../platform/admin-page/index.ts";
import type { KindParts } from "./kinds.ts";
import { BulkAction, BulkActions, BulkBody, BulkDetail, BulkPath, ItemQuery } from "./model.ts";
import { readAction, readActions, viewAction } from "./read.ts";
import { requestBulk } from "./run-bulk.ts";

const PATH = "/admin/ops/bulk-actions";

export interface BulkParts extends KindParts {
  live: Database;
}

/** Bulk actions as JSON. */
export function bulkRoutes(parts: BulkParts): Operation[] {
  return [
    writeOperation({
      id: "startBulkAction",
      method: "POST",
      path: PATH,
      group: "ops",
      summary: "Do one thing to many deliveries, webhooks, links, anomalies or rules",
      outcome: "The action was accepted; its first 100 rows are done, and others follow.",
      description:
        "Up to 100 things are dealt with in the answer, more in portions of 100 that survive a restart. What cannot be changed stays as it is, with the cause in its item.",
      access: operator("operator"),
      body: BulkBody,
      response: BulkAction,
      example: { kind: "retry_deliveries", items: ["71", "72"], reason: "The receiver is repaired." },
      write: (tx, { actor, body: { triage_status = null, ...body } }) => {
        const request = { ...body, triageStatus: triage_status };
        return viewAction(tx, requestBulk(tx, requireOperator(actor), { request, parts }));
      },
    }),
    readOperation({
      id: "listBulkActions",
      method: "GET",
      path: PATH,
      group: "ops",
      summary: "List bulk actions, newest first",
      access: operator("viewer"),
      query: Type.Object(PageQuery),
      response: BulkActions,
      read: ({ query }) => readActions(parts.live.read, query),
    }),
    readOperation({
      id: "getBulkAction",
      method: "GET",
      path: `${PATH}/{id}`,
      group: "ops",
      summary: "Get a bulk action with what became of each thing",
      access: operator("viewer"),
      params: BulkPath,
      query: ItemQuery,
      response: BulkDetail,
      errors: ["not_found"],
      read: ({ params, query }) => readAction(parts.live.read, Number(params.id), query),
    }),
  ];
}
