import { type Static, Type } from "@sinclair/typebox";
import type { Intent, PartnerActor } from "../../../../http/operation.ts";
import { MembersLater, Nullable, OneOf } from "../../../../http/schema/shapes.ts";
import { MutationBody } from "../model.ts";

export const MOST_ITEMS = 1_000;

/** For 1,000 items with the longest members, or with 6 KB of metadata each. */
export const BATCH_LIMITS = { bytes: 8_388_608, names: 30_000, values: 40_000 };

export const BatchItem = Type.Object(
  {
    operation: OneOf(["credit", "debit"], { description: "Whether salutes are added or taken." }),
    ...MutationBody.properties,
    idempotency_key: Type.Optional(
      Type.String({
        pattern: "^[\\x21-\\x7e]{1,255}$",
        description:
          "The item's own Idempotency-Key, as if the item were a call of its own: an item applied before, by a batch or by a call, is replayed.",
      }),
    ),
  },
  { title: "LedgerBatchItem" },
);

export const BatchBody = Type.Object(
  {
    items: Type.Array(MembersLater(BatchItem), {
      minItems: 1,
      maxItems: MOST_ITEMS,
      description: "Carried out in this order.",
    }),
    mode: Type.Optional(
      OneOf(["atomic", "each"], {
        description: "atomic, the default: one refused item refuses all. each: every item by itself.",
      }),
    ),
  },
  { title: "LedgerBatch" },
);

const BatchItemResult = Type.Object(
  {
    index: Type.Integer({ description: "The item's place in items, from 0." }),
    status: OneOf(["applied", "refused", "replayed"], {
      description: "replayed: an earlier request with the item's key applied it.",
    }),
    error: Nullable(Type.String(), {
      description:
        "The code of the refusal, as a call of its own would get it; batch_refused for an item that only others kept from being applied.",
    }),
    message: Nullable(Type.String(), { description: "What to do about the refusal, in one sentence." }),
    user_id: Nullable(Type.String(), {
      description: "The service's id; of a refused item the user_id as sent.",
    }),
    delta: Nullable(Type.Number(), { description: "Negative for a debit; null for a refused item." }),
    balance: Nullable(Type.Number(), {
      description: "After the item; with insufficient_balance the present one, otherwise null if refused.",
    }),
    ledger_entry_id: Nullable(Type.Integer(), { description: "Null for a refused item." }),
  },
  { title: "LedgerBatchItemResult" },
);

export const BatchResult = Type.Object({
  mode: OneOf(["atomic", "each"], { description: "As requested; in the sandbox see batch_mode." }),
  count: Type.Integer({ description: "Number of items." }),
  applied: Type.Integer({ description: "Items applied by this request." }),
  refused: Type.Integer({ description: "Items with the status refused." }),
  results: Type.Array(BatchItemResult, { description: "One for each item, in the order of items." }),
});

export type ItemResult = Static<typeof BatchItemResult>;

/** A batch, as an operation's context holds it. */
export interface Batch {
  actor: PartnerActor;
  intent: Intent;
  body: Static<typeof BatchBody>;
}
