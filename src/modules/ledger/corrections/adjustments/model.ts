import { Type } from "@sinclair/typebox";
import { Echo } from "../../../../http/input/list-shapes.ts";
import { PageQuery, Pagination } from "../../../../http/input/paging.ts";
import {
  Amount,
  Id,
  Nullable,
  OneOf,
  Text,
  Timestamp,
  UserId,
  Words,
} from "../../../../http/schema/shapes.ts";

const { limit, cursor } = PageQuery;
export const ListQuery = Type.Object({ limit, cursor });
export const AdjustmentPath = Type.Object({ id: Id({ description: "Id of the adjustment." }) });

export const AdjustmentFields = {
  user_id: { ...UserId, description: "The service's id of the user, or ext: and the partner's external id." },
  partner: Text(40, { description: "Name of the user's partner." }),
  amount: Amount({ description: "Salutes to credit or debit." }),
  direction: OneOf(["credit", "debit"], { description: "Whether the balance rises or falls." }),
  reason: Words(200, { description: "Kept with the adjustment and in the audit trail." }),
};

export const AdjustmentBody = Type.Object(AdjustmentFields);

const AdjustmentId = Type.Integer({ description: "Id of the adjustment." });
export const STATES = ["waiting_approval", "done", "cancelled"] as const;
const State = OneOf(STATES, {
  description:
    "waiting_approval: until another operator approves. done: its entry is in the ledger. cancelled: given up.",
});

export const WaitingAdjustment = Type.Object({ adjustment_id: AdjustmentId, state: State });

export const Adjustment = Type.Object(
  {
    adjustment_id: AdjustmentId,
    state: State,
    partner: Type.String({ description: "Name of the partner." }),
    user_id: Type.String({ description: "The service's id of the user." }),
    direction: OneOf(["credit", "debit"], { description: "Whether the balance rises or falls." }),
    amount: Type.Number({ description: "Salutes credited or debited." }),
    reason: Type.String({ description: "The requester's reason." }),
    ledger_entry_id: Nullable(Type.Integer(), { description: "Id of its entry; null unless it is done." }),
    requested_by: Type.String({ description: "The operator who asked for it." }),
    decided_by: Nullable(Type.String(), {
      description: "The operator who approved or cancelled it; null if it needed no approval, or waits.",
    }),
    created_at: Timestamp({ description: "Time of the request." }),
    ended_at: Nullable(Timestamp(), { description: "Time when it was done or cancelled." }),
  },
  { title: "LedgerAdjustment" },
);

export const Adjustments = Type.Object({
  adjustments: Type.Array(Adjustment, { description: "Adjustments, newest first." }),
  count: Type.Integer({ description: "Number of adjustments on this page." }),
  query: Echo({ limit: Type.Integer(), cursor: Nullable(Type.String()) }),
  pagination: Pagination,
});
