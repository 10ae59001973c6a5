import type { Static } from "@sinclair/typebox";
import { invalidPayload } from "../../../http/answers/problem.ts";
import { type Operation, operator, readOperation } from "../../../http/operation.ts";
import { refuseInSafeMode } from "../../../http/safe-mode.ts";
import { newestDeliveryId } from "../deliveries/index.ts";
import { type BulkOutcome, discardChosen, isRetried, MAX_CHOSEN, retryChosen } from "./bulk.ts";
import { BulkBody, BulkResult } from "./model.ts";

/** @param safeModeReason why changes are refused now; null in normal operation. */
export function bulkOperatorRoutes(safeModeReason: () => string | null): Operation[] {
  return [
    readOperation({
      id: "changeDeliveries",
      method: "POST",
      path: "/admin/ops/deliveries/bulk",
      group: "ops",
      summary: "Retry or discard all deliveries that fit a filter",
      outcome: "The matching records were retried or discarded, as far as the counts say.",
      description: `Without a state in the filter: dead letters. The newest ${MAX_CHOSEN.toLocaleString("en")} at most, oldest first; call again while has_more is true. A retry starts a new round on each failed or dead record; a discard cancels failed, dead or held ones for good. Kept in the audit trail with the reason.`,
      access: operator("operator"),
      body: BulkBody,
      response: BulkResult,
      errors: ["safe_mode"],
      example: {
        filter: { state: "dead_letter", partner: "acme" },
        action: "discard",
        reason: "The receiver was shut down.",
      },
      // Each chunk is a commit of its own: one transaction of all records would delay other changes.
      read: async ({ db, actor, body: { filter, action, reason } }) => {
        refuseInSafeMode(safeModeReason());
        const { state = "dead_letter", ...others } = filter;
        const newest = newestDeliveryId(db.read);
        if (action === "discard")
          return answer(
            action,
            await discardChosen(db, actor, { choice: { filters: { ...others, state }, newest }, reason }),
          );
        if (!isRetried(state)) throw invalidPayload("filter.state", "must be failed or dead_letter to retry");
        return answer(
          action,
          await retryChosen(db, actor, { choice: { filters: { ...others, state }, newest }, reason }),
        );
      },
    }),
  ];
}

function answer(
  action: Static<typeof BulkBody>["action"],
  { matched, changed, hasMore }: BulkOutcome,
): Static<typeof BulkResult> {
  return { action, matched, changed, skipped: matched - changed, has_more: hasMore };
}
