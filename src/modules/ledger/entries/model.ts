import { type Static, Type } from "@sinclair/typebox";
import { PageQuery, Pagination } from "../../../http/input/paging.ts";
import type { Intent, PartnerActor } from "../../../http/operation.ts";
import { Amount, Links, Nullable, OneOf, Tag, Timestamp, UserId } from "../../../http/schema/shapes.ts";
import { Metadata, MetadataFilter, MetadataInput } from "../../platform/metadata/index.ts";

export const MutationBody = Type.Object(
  {
    user_id: UserId,
    amount: Amount(),
    reason: Tag({ description: "Reason of the entry." }),
    source: Type.Optional(Tag({ description: "Source of the entry; api by default." })),
    metadata: Type.Optional(MetadataInput),
  },
  { title: "LedgerMutation" },
);

/** A partner's credit or debit, as an operation's context holds it. */
export interface Mutation {
  actor: PartnerActor;
  intent: Intent;
  body: Static<typeof MutationBody>;
  /** `batch` for an item without an Idempotency-Key of its own. */
  origin?: "partner" | "batch";
}

export const MutationResult = Type.Object({
  user_id: Type.String(),
  balance: Type.Number({ description: "After this entry." }),
  delta: Type.Number({ description: "Negative for a debit." }),
  ledger_entry_id: Type.Integer(),
  idempotency_key: Type.String(),
  metadata: Metadata,
});

export const BalanceQuery = Type.Object({ user_id: UserId });

export const Balance = Type.Object({
  user_id: Type.String(),
  balance: Type.Number(),
  partner_key_id: Type.String(),
  docs_links: Links,
  links: Links,
});

const Order = OneOf(["desc", "asc"], { default: "desc", description: "By id." });

const ledgerFilters = {
  user_id: Type.Optional(UserId),
  reason: Type.Optional(Tag()),
  source: Type.Optional(Tag()),
  idempotency_key: Type.Optional(Type.String({ pattern: "^[\\x21-\\x7e]{1,255}$" })),
  metadata: Type.Optional(MetadataFilter),
  from: Type.Optional(Timestamp({ description: "Entries created at or after this time." })),
  to: Type.Optional(Timestamp({ description: "Entries created before this time." })),
};

export const LedgerQuery = Type.Object({ ...ledgerFilters, order: Order, ...PageQuery });
export const LedgerExportQuery = Type.Object({ ...ledgerFilters, order: Order });

/** Ids of the entries at both ends of a reversal. */
export const EntryLinkFields = {
  reversed_by: Nullable(Type.Integer(), { description: "Id of the entry that reverses this one." }),
  reverses: Nullable(Type.Integer(), { description: "Id of the entry that this one reverses." }),
};

export const LedgerEntry = Type.Object(
  {
    id: Type.Integer(),
    user_id: Type.String(),
    delta: Type.Number(),
    balance_after: Type.Number(),
    reason: Type.String(),
    source: Type.String(),
    idempotency_key: Type.String(),
    partner_key_id: Nullable(Type.String(), { description: "Null for the system's entries." }),
    created_at: Timestamp(),
    ...EntryLinkFields,
    metadata: Metadata,
  },
  { title: "LedgerEntry" },
);

export const Ledger = Type.Object({
  user_id: Nullable(Type.String()),
  balance: Nullable(Type.Number()),
  ledger: Type.Array(LedgerEntry),
  count: Type.Integer(),
  query: Type.Object({
    user_id: Nullable(Type.String()),
    limit: Type.Integer(),
    offset: Type.Integer(),
    cursor: Nullable(Type.String()),
    order: OneOf(["desc", "asc"]),
    reason: Nullable(Type.String()),
    source: Nullable(Type.String()),
    idempotency_key: Nullable(Type.String()),
    metadata: Metadata,
    from: Nullable(Type.String()),
    to: Nullable(Type.String()),
  }),
  pagination: Pagination,
});
