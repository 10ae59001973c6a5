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
  { title: "LedgerBatchItem", description: "A credit or debit of one user." },
);

export const BatchBody = Type.Object(
  {
    items: Type.Array(MembersLater(BatchItem), {
      minItems: 1,
      maxItems: MOST_ITEMS,
      description: "The credits and debits, carried out in this order.",
    }),
    mode: Type.Optional(
      OneOf(["atomic", "each"], {
        description:
          "atomic, the default: one refused item refuses all. each: every item succeeds or fails by itself.",
      }),
    ),
  },
  { title: "LedgerBatch" },
);

const BatchItemResult = Type.Object(
  {
    index: Type.Integer({ description: "The item's place in items, from 0." }),
    status: OneOf(["applied", "refused", "replayed"], {
      description:
        "Outcome of the item. applied: by this request. refused: nothing happened; error says why. replayed: an earlier request with the item's key applied it.",
    }),
    error: Nullable(Type.String(), {
      description:
        "Code of the refusal, as a call of its own would get it; batch_refused for an item that only others kept from being applied. Null unless the item was refused.",
    }),
    message: Nullable(Type.String(), {
      description: "What to do about the refusal, in one sentence; null unless the item was refused.",
    }),
    user_id: Nullable(Type.String(), {
      description: "The service's id of the user; of a refused item the user_id as sent.",
    }),
    delta: Nullable(Type.Number(), {
      description: "Change of the balance in salutes, negative for a debit; null for a refused item.",
    }),
    balance: Nullable(Type.Number(), {
      description:
        "The user's balance after the item, in salutes. Of a refused item: the present balance with insufficient_balance, otherwise null.",
    }),
    ledger_entry_id: Nullable(Type.Integer(), {
      description: "Id of the item's ledger entry; null for a refused item.",
    }),
  },
  { title: "LedgerBatchItemResult" },
);

export const BatchResult = Type.Object({
  mode: OneOf(["atomic", "each"], { description: "The mode as requested; in the sandbox see batch_mode." }),
  count: Type.Integer({ description: "Number of items in the batch." }),
  applied: Type.Integer({ description: "Number of items that this request applied." }),
  refused: Type.Integer({ description: "Number of items that were refused." }),
  results: Type.Array(BatchItemResult, {
    description: "Outcomes, one for each item, in the order of items.",
  }),
});

export type ItemResult = Static<typeof BatchItemResult>;

/** A batch, as an operation's context holds it. */
export interface Batch {
  actor: PartnerActor;
  intent: Intent;
  body: Static<typeof BatchBody>;
}
