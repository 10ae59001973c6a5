import type { Static } from "@sinclair/typebox";
import { invalidPayload } from "../../../http/answers/problem.ts";
import { type Operation, operator, writeOperation } from "../../../http/operation.ts";
import { newestDeliveryId } from "../deliveries/index.ts";
import { type BulkOutcome, discardChosen, isRetried, MAX_CHOSEN, retryChosen } from "./bulk.ts";
import { BulkBody, BulkResult } from "./model.ts";

export const bulkOperatorRoutes: Operation[] = [
  writeOperation({
    id: "changeDeliveries",
    method: "POST",
    path: "/admin/ops/deliveries/bulk",
    group: "ops",
    summary: "Retry or discard all deliveries that fit a filter",
    outcome: "The matching records were retried or discarded, as far as the counts say.",
    description: `Without a state in the filter: dead letters. The newest ${MAX_CHOSEN.toLocaleString("en")} at most, oldest first; call again while has_more is true. A retry starts a new round on each failed or dead record, unless its webhook is deleted; a discard cancels failed, dead or held ones for good. Kept in the audit trail with the reason.`,
    access: operator("operator"),
    body: BulkBody,
    response: BulkResult,
    example: {
      filter: { state: "dead_letter", partner: "acme" },
      action: "discard",
      reason: "The receiver was shut down.",
    },
    // Each chunk is a commit of its own: one transaction of all records would delay other changes.
    prepare: ({ db, actor, body: { filter, action, reason } }) => {
      const { state = "dead_letter", ...others } = filter;
      const newest = newestDeliveryId(db.read);
      if (action === "discard")
        return discardChosen(db, actor, {
          choice: { filters: { ...others, state }, newest, action },
          reason,
        });
      if (!isRetried(state)) throw invalidPayload("filter.state", "must be failed or dead_letter to retry");
      return retryChosen(db, actor, { choice: { filters: { ...others, state }, newest, action }, reason });
    },
    write: (tx, { body }, changeLast) => answer(body.action, changeLast(tx)),
  }),
];

function answer(
  action: Static<typeof BulkBody>["action"],
  { matched, changed, hasMore }: BulkOutcome,
): Static<typeof BulkResult> {
  return { action, matched, changed, skipped: matched - changed, has_more: hasMore };
}
