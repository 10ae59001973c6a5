import { type Static, Type } from "@sinclair/typebox";
import { Echo } from "../../../../http/input/list-shapes.ts";
import { PageQuery, Pagination } from "../../../../http/input/paging.ts";
import { BodyFlag, Id, Nullable, OneOf, Timestamp, Words } from "../../../../http/schema/shapes.ts";
import { EntryFilter } from "../../desk-entries/index.ts";

export const STATES = ["waiting_approval", "running", "done", "cancelled"] as const;
export const ITEM_STATES = ["waiting", "reversed", "partial", "left"] as const;
/** Entries per reversal: inserting and previewing so many takes less than 0.1 s. */
export const MOST_ENTRIES = 10_000;
/** Entries that a page looks at, before it is asked for more: reading so many takes about 20 ms. */
export const EXAMINED_AT_ONCE = 1_000;
/** Rows of a preview's lists. */
export const MOST_LISTED = 1_000;

export const OnShortfallShape = OneOf(["refuse", "partial", "skip"], {
  description:
    "If a balance does not cover an entry: refuse the reversal, take the part that is there, or skip the entry.",
});
export const Reason = Words(200, { description: "Kept with the correction and in the audit trail." });

export const ReversalBody = Type.Object({
  entry_ids: Type.Optional(
    Type.Array(Id({ description: "Id of a ledger entry." }), {
      minItems: 1,
      maxItems: MOST_ENTRIES,
      uniqueItems: true,
      description: "The entries to reverse; each must be reversible.",
    }),
  ),
  filter: Type.Optional({
    ...EntryFilter,
    minProperties: 1,
    description:
      "Selects the newest reversible entries that match, at most 10,000; instead of entry_ids. At least one condition.",
  }),
  reason: Reason,
  on_shortfall: OnShortfallShape,
  dry_run: Type.Optional(BodyFlag({ description: "Answers the effects and changes nothing." })),
});

export const Shortfall = Type.Object(
  {
    user_id: Type.String({ description: "The service's id of the user." }),
    entry_id: Type.Integer({ description: "Id of the entry that is not covered." }),
    balance: Type.Number({ description: "The user's salutes when the entry's turn comes." }),
    missing: Type.Number({ description: "Salutes that the balance lacks." }),
  },
  { title: "ReversalShortfall" },
);

export const Preview = Type.Object(
  {
    count: Type.Integer({ description: "Number of entries that would be reversed." }),
    total: Type.Number({ description: "Sum of their amounts in salutes, without sign." }),
    users: Type.Integer({ description: "Number of different users." }),
    shortfalls: Type.Array(Shortfall, {
      description: "Entries that balances do not cover, newest first, at most 1,000.",
    }),
    shortfall_count: Type.Integer({ description: "Number of entries that balances do not cover." }),
    left_out: Type.Array(
      Type.Object({
        entry_id: Type.Integer({ description: "Id of the ledger entry." }),
        why: Type.String({ description: "Why the entry cannot be reversed." }),
      }),
      { description: "Matching entries that cannot be reversed, newest first, at most 1,000." },
    ),
    left_out_count: Type.Integer({ description: "Number of matching entries that cannot be reversed." }),
    has_more: Type.Boolean({ description: "Whether more entries match than one reversal takes." }),
    needs_approval: Type.Boolean({
      description: "Whether another operator must approve: the total is above REVERSAL_APPROVAL_SALUTES.",
    }),
  },
  {
    title: "ReversalPreview",
    examples: [
      {
        count: 2,
        total: 50,
        users: 1,
        shortfalls: [{ user_id: "42", entry_id: 1001, balance: 4.5, missing: 20.5 }],
        shortfall_count: 1,
        left_out: [{ entry_id: 1003, why: "it reverses entry 1000" }],
        left_out_count: 1,
        has_more: false,
        needs_approval: false,
      },
    ],
  },
);

const ReversalState = OneOf(STATES, {
  description:
    "waiting_approval: until another operator approves. running: entries are being reversed. done, cancelled: ended.",
});
const ReversalId = Type.Integer({ description: "Id of the reversal." });

export const RequestedReversal = Type.Object({ reversal_id: ReversalId, state: ReversalState });

/** A filter as it was sent: amounts in salutes. */
export const ShownFilter = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
  description: "The filter that selected the entries.",
  examples: [{ partner: "acme", reason: "quest" }],
});

export const Reversal = Type.Object(
  {
    reversal_id: ReversalId,
    state: ReversalState,
    reason: Type.String({ description: "The requester's reason." }),
    on_shortfall: OnShortfallShape,
    filter: Nullable(ShownFilter, { description: "The filter; null if ids were given." }),
    count: Type.Integer({ description: "Number of selected entries." }),
    total: Type.Number({ description: "Sum of their amounts in salutes, without sign." }),
    moved: Nullable(Type.Number(), {
      description: "Salutes that the reversing entries moved, without sign; null until it is done.",
    }),
    missing: Nullable(Type.Number(), {
      description:
        "Salutes of total that were not moved, by entries reversed in part or left; null until it is done.",
    }),
    users: Type.Integer({ description: "Number of different users." }),
    waiting: Type.Integer({ description: "Number of entries whose turn has not come." }),
    reversed: Type.Integer({ description: "Number of entries reversed in full." }),
    partial: Type.Integer({ description: "Number of entries reversed in part." }),
    left: Type.Integer({ description: "Number of entries left as they are." }),
    requested_by: Type.String({ description: "The operator or command that asked for it." }),
    decided_by: Nullable(Type.String(), {
      description: "The operator who approved or cancelled it; null if it needed no approval, or waits.",
    }),
    created_at: Timestamp({ description: "Time of the request." }),
    decided_at: Nullable(Timestamp(), { description: "Time of the approval or cancellation." }),
    ended_at: Nullable(Timestamp(), { description: "Time when it was done or cancelled." }),
  },
  { title: "LedgerReversal" },
);

export const ReversalItem = Type.Object(
  {
    entry_id: Type.Integer({ description: "Id of the ledger entry." }),
    user_id: Type.String({ description: "The service's id of the user." }),
    delta: Type.Number({ description: "Salutes of the entry; negative for a debit." }),
    state: OneOf(ITEM_STATES, {
      description: "waiting, reversed in full, partial: as far as the balance went, or left as it is.",
    }),
    why: Nullable(OneOf(["shortfall", "user_deleted", "balance_limit", "cancelled"]), {
      description: "Why the entry was left.",
    }),
    missing: Type.Number({ description: "Salutes that the balance did not cover." }),
    reversal_entry_id: Nullable(Type.Integer(), { description: "Id of the entry that reverses it." }),
    moved: Nullable(Type.Number(), { description: "Salutes of that entry; negative if they were taken." }),
  },
  { title: "LedgerReversalItem" },
);

const { limit, cursor } = PageQuery;
export const ListQuery = Type.Object({ limit, cursor });
export const ReversalPath = Type.Object({ id: Id({ description: "Id of the reversal." }) });
export const ItemQuery = Type.Object({
  limit,
  cursor,
  state: Type.Optional(OneOf(ITEM_STATES, { description: "Only entries in this state." })),
});

export const Reversals = Type.Object({
  reversals: Type.Array(Reversal, { description: "Reversals, newest first." }),
  count: Type.Integer({ description: "Number of reversals on this page." }),
  query: Echo({ limit: Type.Integer(), cursor: Nullable(Type.String()) }),
  pagination: Pagination,
});

export const ReversalDetail = Type.Object({
  ...Reversal.properties,
  items: Type.Array(ReversalItem, { description: "Its entries, newest first." }),
  pagination: Pagination,
});

export type ReversalBody = Static<typeof ReversalBody>;
export type Preview = Static<typeof Preview>;
