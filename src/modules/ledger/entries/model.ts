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
    reason: Tag({
      description: "Your purpose of the entry, such as quest or shop; lists can be filtered by it.",
    }),
    source: Type.Optional(
      Tag({
        description:
          "Your origin of the entry, such as a campaign; lists can be filtered by it. api by default.",
      }),
    ),
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
  balance: Type.Number({ description: "The user's balance after this entry, in salutes." }),
  delta: Type.Number({ description: "Change of the balance in salutes; negative for a debit." }),
  ledger_entry_id: Type.Integer({ description: "Id of the ledger entry that was made." }),
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

const Order = OneOf(["desc", "asc"], {
  default: "desc",
  description: "Order of the entries by id: desc, the newest first, or asc, the oldest first.",
});

const ledgerFilters = {
  user_id: Type.Optional(UserId),
  reason: Type.Optional(Tag({ description: "Only entries with exactly this reason." })),
  source: Type.Optional(Tag({ description: "Only entries with exactly this source." })),
  idempotency_key: Type.Optional(
    Type.String({
      pattern: "^[\\x21-\\x7e]{1,255}$",
      description: "Only the entry that the request, or the batch item, with this Idempotency-Key made.",
    }),
  ),
  metadata: Type.Optional(MetadataFilter),
  from: Type.Optional(Timestamp({ description: "Entries created at or after this time." })),
  to: Type.Optional(Timestamp({ description: "Entries created before this time." })),
};

export const LedgerQuery = Type.Object({ ...ledgerFilters, order: Order, ...PageQuery });
export const LedgerExportQuery = Type.Object({ ...ledgerFilters, order: Order });

/** Ids of the entries at both ends of a reversal. */
export const EntryLinkFields = {
  reversed_by: Nullable(Type.Integer(), {
    description: "Id of the entry that reverses this one; null if none does.",
  }),
  reverses: Nullable(Type.Integer(), {
    description: "Id of the entry that this one reverses; null if it reverses none.",
  }),
};

export const LedgerEntry = Type.Object(
  {
    id: Type.Integer({ description: "Id of the ledger entry; later entries have higher ids." }),
    user_id: Type.String({ description: "The service's id of the user." }),
    delta: Type.Number({ description: "Change of the balance in salutes; negative for a debit." }),
    balance_after: Type.Number({ description: "The user's balance after the entry, in salutes." }),
    reason: Type.String({
      description:
        "Purpose of the entry: your reason, or the service's own for its entries, such as conversion.",
    }),
    source: Type.String({
      description:
        "Origin of the entry: your source, api if you gave none, or the service's own for its entries.",
    }),
    idempotency_key: Type.String({ description: "Idempotency-Key of the request that made the entry." }),
    partner_key_id: Nullable(Type.String(), {
      description: "Id of the key that made the entry; null for the service's own entries.",
    }),
    created_at: Timestamp({ description: "Time at which the entry was made." }),
    ...EntryLinkFields,
    metadata: Metadata,
  },
  { title: "LedgerEntry" },
);

export const Ledger = Type.Object({
  user_id: Nullable(Type.String(), {
    description: "The service's id of the user; null if entries of all your users are listed.",
  }),
  balance: Nullable(Type.Number(), {
    description: "The user's present balance in salutes; null if entries of all your users are listed.",
  }),
  ledger: Type.Array(LedgerEntry, {
    description: "Ledger entries in the requested order, newest first by default.",
  }),
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
