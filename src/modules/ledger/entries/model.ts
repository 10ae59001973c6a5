import { type Static, Type } from "@sinclair/typebox";
import { Echo, PageEcho, RowCount } from "../../../http/input/list-shapes.ts";
import { PageQuery, Pagination } from "../../../http/input/paging.ts";
import type { Intent, PartnerActor } from "../../../http/operation.ts";
import { Amount, Links, Nullable, OneOf, Tag, Timestamp, UserId } from "../../../http/schema/shapes.ts";
import { Metadata, MetadataEcho, MetadataFilter, MetadataInput } from "../../platform/metadata/index.ts";

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
  user_id: Type.String({ description: "The service's id of the user." }),
  balance: Type.Number({ description: "After this entry." }),
  delta: Type.Number({ description: "Negative for a debit." }),
  ledger_entry_id: Type.Integer({ description: "Id of the ledger entry." }),
  idempotency_key: Type.String({ description: "Idempotency-Key of the request that made the entry." }),
  metadata: Metadata,
});

export const BalanceQuery = Type.Object({ user_id: UserId });

export const Balance = Type.Object({
  user_id: Type.String({ description: "The service's id of the user." }),
  balance: Type.Number({ description: "The user's balance in salutes." }),
  partner_key_id: Type.String({ description: "Id of the calling key." }),
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
    id: Type.Integer({ description: "Unique id." }),
    user_id: Type.String({ description: "The service's id of the user." }),
    delta: Type.Number({ description: "Change in salutes; negative for a debit." }),
    balance_after: Type.Number({ description: "The user's balance after the entry, in salutes." }),
    reason: Type.String({ description: "The reason." }),
    source: Type.String({ description: "The origin." }),
    idempotency_key: Type.String({ description: "Idempotency-Key of the request that made the entry." }),
    partner_key_id: Nullable(Type.String(), { description: "Null for the system's entries." }),
    created_at: Timestamp({ description: "Time of creation." }),
    ...EntryLinkFields,
    metadata: Metadata,
  },
  { title: "LedgerEntry" },
);

export const Ledger = Type.Object({
  user_id: Nullable(Type.String(), { description: "The service's id of the user; null if there is none." }),
  balance: Nullable(Type.Number(), { description: "The user's balance in salutes." }),
  ledger: Type.Array(LedgerEntry, { description: "Ledger entries." }),
  count: RowCount,
  query: Echo({
    user_id: Nullable(Type.String()),
    ...PageEcho,
    order: OneOf(["desc", "asc"]),
    reason: Nullable(Type.String()),
    source: Nullable(Type.String()),
    idempotency_key: Nullable(Type.String()),
    metadata: MetadataEcho,
    from: Nullable(Type.String()),
    to: Nullable(Type.String()),
  }),
  pagination: Pagination,
});
