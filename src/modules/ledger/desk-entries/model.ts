import { type Static, Type } from "@sinclair/typebox";
import { Echo } from "../../../http/input/list-shapes.ts";
import { PageQuery, Pagination, ShownQuery } from "../../../http/input/paging.ts";
import { PeriodFields } from "../../../http/input/period.ts";
import { Amount, Nullable, OneOf, Tag, Text, Timestamp, UserId } from "../../../http/schema/shapes.ts";
import { Metadata } from "../../platform/metadata/index.ts";
import { EntryLinkFields } from "../entries/index.ts";

/** Filters of the operators' list of entries, which also select the entries of a reversal. */
export const FilterFields = {
  partner: Type.Optional(Text(40, { description: "Name of the partner." })),
  user: Type.Optional({
    ...UserId,
    description: "The user's id; with partner also ext: and an external id.",
  }),
  source: Type.Optional(Tag({ description: "The exact source." })),
  reason: Type.Optional(Tag({ description: "The exact reason." })),
  key_id: Type.Optional(Text(64, { description: "Id of the partner's key that made the entry." })),
  idempotency_key: Type.Optional(
    Type.String({ pattern: "^[\\x21-\\x7e]{1,255}$", description: "The entry's Idempotency-Key." }),
  ),
  min_amount: Type.Optional(
    Amount({ description: "Smallest amount in salutes, of credits and debits alike." }),
  ),
  max_amount: Type.Optional(
    Amount({ description: "Largest amount in salutes, of credits and debits alike." }),
  ),
  ...PeriodFields,
  origin: Type.Optional(
    OneOf(["partner", "batch", "system"], {
      description: "Author of the entry: a partner's call, an item of its batch, or salute itself.",
    }),
  ),
};

export const EntryFilter = Type.Object(FilterFields, {
  description: "Selects entries of the ledger; all conditions must hold.",
});
export type EntryFilter = Static<typeof EntryFilter>;
const { limit, cursor } = PageQuery;
export const EntryListQuery = Type.Object({ ...FilterFields, limit, cursor });
export const EntryExportQuery = Type.Object({
  ...FilterFields,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      description: "Largest number of rows; all without it.",
    }),
  ),
  cursor,
});
export const EntryPageQuery = Type.Object({
  ...FilterFields,
  before: Type.Optional(Type.Integer({ minimum: 1, description: "Only entries with a lower id." })),
  ...ShownQuery,
});

export const DeskEntry = Type.Object(
  {
    id: Type.Integer({ description: "Id of the ledger entry." }),
    partner: Type.String({ description: "Name of the partner." }),
    user_id: Type.String({ description: "The service's id of the user." }),
    delta: Type.Number({ description: "Salutes; negative for a debit." }),
    balance_after: Type.Number({ description: "The user's balance after the entry, in salutes." }),
    reason: Type.String({ description: "Purpose of the entry, as its author gave it." }),
    source: Type.String({ description: "Origin of the entry, as its author gave it; api unless given." }),
    origin: OneOf(["partner", "batch", "system"], {
      description: "Author of the entry: a partner's call, an item of its batch, or salute itself.",
    }),
    idempotency_key: Type.String({
      description: "The partner's Idempotency-Key, or the system's reference.",
    }),
    partner_key_id: Nullable(Type.String(), {
      description: "Id of the partner's key that made the entry; null for the system's entries.",
    }),
    created_at: Timestamp({ description: "Time of the entry." }),
    ...EntryLinkFields,
    metadata: Metadata,
  },
  { title: "DeskLedgerEntry" },
);

export const Sums = Type.Object(
  {
    count: Type.Integer({ description: "Number of entries." }),
    credited: Type.Number({ description: "Salutes credited." }),
    debited: Type.Number({ description: "Salutes debited, as a positive number." }),
    net: Type.Number({ description: "Salutes credited minus salutes debited." }),
  },
  { title: "LedgerSums", description: "Sums of every entry that the filter matches." },
);

export const DeskEntries = Type.Object({
  entries: Type.Array(DeskEntry, { description: "Ledger entries, newest first." }),
  count: Type.Integer({ description: "Number of entries on this page." }),
  query: Echo({
    partner: Nullable(Type.String()),
    user: Nullable(Type.String()),
    source: Nullable(Type.String()),
    reason: Nullable(Type.String()),
    key_id: Nullable(Type.String()),
    idempotency_key: Nullable(Type.String()),
    min_amount: Nullable(Type.Number()),
    max_amount: Nullable(Type.Number()),
    from: Nullable(Type.String()),
    to: Nullable(Type.String()),
    origin: Nullable(Type.String()),
    limit: Type.Integer(),
    cursor: Nullable(Type.String()),
  }),
  sums: Sums,
  pagination: Pagination,
});
