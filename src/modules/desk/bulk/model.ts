import { type Static, Type } from "@sinclair/typebox";
import { PageQuery, Pagination } from "../../../http/input/paging.ts";
import { Id, Nullable, OneOf, Text, Timestamp, Words } from "../../../http/schema/shapes.ts";
import { TRIAGE_STATUSES } from "../../transparency/audits/triage/index.ts";

export const BULK_KINDS = [
  "retry_deliveries",
  "discard_deliveries",
  "enable_webhooks",
  "revoke_links",
  "triage_anomalies",
  "remove_suppressions",
] as const;
export const ITEM_STATES = ["waiting", "changed", "left"] as const;
/** Limit on the things of one action. */
export const MAX_ITEMS = 10_000;

export const Kind = () =>
  OneOf(BULK_KINDS, { description: "What is done. discard_deliveries and revoke_links cannot be undone." });
export const Item = () =>
  Text(200, { description: "Id of a delivery, webhook, rule or row, or a link's code." });
export const TriageStatus = () =>
  Type.Optional(OneOf(TRIAGE_STATUSES, { description: "Of triage_anomalies: the status that they get." }));
export const Reason = () => Words(200, { description: "Kept in the audit trail, and with what it changes." });

export const BulkBody = Type.Object({
  kind: Kind(),
  items: Type.Array(Item(), {
    minItems: 1,
    maxItems: MAX_ITEMS,
    uniqueItems: true,
    description: "Ids of the deliveries, webhooks, links, anomalies or rules.",
  }),
  triage_status: TriageStatus(),
  reason: Reason(),
});
export const BulkPath = Type.Object({ id: Id({ description: "Id of the action." }) });
export const ItemQuery = Type.Object({
  state: Type.Optional(OneOf(ITEM_STATES, { description: "Only things in this state." })),
  ...PageQuery,
});

export const BulkAction = Type.Object(
  {
    id: Type.Integer({ description: "Id of the action." }),
    kind: Kind(),
    state: OneOf(["running", "done"], { description: "running: some things wait for their turn." }),
    reason: Type.String({ description: "Reason that the operator gave." }),
    triage_status: Nullable(Type.String(), {
      description: "For anomalies: the status that they get; otherwise null.",
    }),
    total: Type.Integer({ description: "Number of things." }),
    waiting: Type.Integer({ description: "Number of things that wait for their turn." }),
    changed: Type.Integer({ description: "Number of things that were changed." }),
    left: Type.Integer({ description: "Number of things that stay as they are." }),
    requested_by: Type.String({ description: "Name of the operator." }),
    created_at: Timestamp({ description: "Time of the request." }),
    ended_at: Nullable(Timestamp(), { description: "When the last thing was dealt with." }),
  },
  { title: "BulkAction" },
);
export type BulkAction = Static<typeof BulkAction>;

export const BulkItem = Type.Object(
  {
    position: Type.Integer({ description: "Place in the order, from 1." }),
    item: Type.String({ description: "Id or code of the thing." }),
    state: OneOf(ITEM_STATES, { description: "waiting, changed, or left as it is." }),
    why: Nullable(Type.String(), { description: "Why it was left as it was; null if it was done." }),
  },
  { title: "BulkItem" },
);

export const BulkActions = Type.Object({
  actions: Type.Array(BulkAction, { description: "Bulk actions, newest first." }),
  count: Type.Integer({ description: "Number of actions." }),
  pagination: Pagination,
});
export const BulkDetail = Type.Object({
  ...BulkAction.properties,
  items: Type.Array(BulkItem, { description: "In the order in which they are dealt with." }),
  pagination: Pagination,
});
