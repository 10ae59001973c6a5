import { type Static, Type } from "@sinclair/typebox";
import { Timestamp } from "../../../../http/schema/shapes.ts";
import { isoUtc } from "../../../../kit/clock.ts";
import { lastThresholdChangeAt, listThresholdChanges } from "../../audits/policy/index.ts";
import type { AuditSource, Document } from "../source.ts";

export const ThresholdHistoryQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: "Maximum number of changes." }),
});

export const ThresholdHistoryDocument = Type.Object({
  count: Type.Integer({ description: "Number of changes in the answer." }),
  limit: Type.Integer({ description: "Largest number of changes in the answer, as requested." }),
  rows: Type.Array(
    Type.Object({
      changed_at: Timestamp({ description: "Time of the change." }),
      parameter: Type.String({
        description: "Name of the threshold.",
        examples: ["audit.large_transfer_warn_pct"],
      }),
      previous_value: Type.Number({ description: "Value before the change.", examples: [1] }),
      new_value: Type.Number({ description: "Value after the change.", examples: [2] }),
      owner: Type.String({
        description: "Person or team responsible for the change.",
        examples: ["treasury team"],
      }),
      reason: Type.String({
        description: "Why the threshold was changed.",
        examples: ["The supply was halved."],
      }),
    }),
    { description: "Threshold changes, newest first." },
  ),
});

export function thresholdHistory(
  { live }: AuditSource,
  { limit }: Static<typeof ThresholdHistoryQuery>,
): Document<Static<typeof ThresholdHistoryDocument>> {
  const rows = listThresholdChanges(live.read, limit).map(
    ({ id: _, operator: __, changed_at, ...change }) => ({ changed_at: isoUtc(changed_at), ...change }),
  );
  return { body: { count: rows.length, limit, rows }, changedAt: lastThresholdChangeAt(live.read) };
}
