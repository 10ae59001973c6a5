import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { defineErrors } from "../../../http/answers/catalog.ts";
import { BatchResult } from "./batch/model.ts";

/** What a refused batch answers, with an example. */
const REFUSED_BATCH = {
  mode: example(BatchResult.properties.mode, "atomic"),
  count: example(BatchResult.properties.count, 2),
  applied: example(BatchResult.properties.applied, 0),
  refused: example(BatchResult.properties.refused, 2),
  results: example(BatchResult.properties.results, [
    {
      index: 0,
      status: "refused",
      error: "insufficient_balance",
      message: "Debit at most 4.5, the user's balance.",
      user_id: "42",
      delta: null,
      balance: 4.5,
      ledger_entry_id: null,
    },
    {
      index: 1,
      status: "refused",
      error: "batch_refused",
      message: "Send the item again once the others are corrected: nothing of this batch was applied.",
      user_id: "43",
      delta: null,
      balance: null,
      ledger_entry_id: null,
    },
  ]),
};

/** Codes of postings to the ledger. */
export const ENTRY_ERRORS = defineErrors({
  insufficient_balance: {
    http_status: 409,
    category: "state",
    retry_class: "fail_fast",
    title: "The balance does not cover the debit",
    retry_behavior: "Read the balance in the answer; retry when it suffices.",
    members: { balance: Type.Number({ description: "The balance, in salutes.", examples: [4.5] }) },
    recovery: { balance: "/api/salutes/balance", ledger: "/api/salutes/ledger" },
  },
  batch_refused: {
    http_status: 409,
    otherStatuses: [400],
    category: "state",
    retry_class: "fail_fast",
    title: "Items of an atomic batch were refused, and nothing was applied",
    retry_behavior:
      "Correct or leave out the items that results refuse, then send again with the same Idempotency-Key. 400 if all of them are invalid_payload, otherwise 409.",
    members: REFUSED_BATCH,
    recovery: { ledger: "/api/salutes/ledger" },
  },
});

function example<Shape extends TSchema>(shape: Shape, value: Static<Shape>): Shape {
  return { ...shape, examples: [value] };
}
