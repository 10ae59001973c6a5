import { Type } from "@sinclair/typebox";
import { defineErrors } from "../../../http/answers/catalog.ts";

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
});
