import { defineErrors } from "../../../http/catalog.ts";

/** Codes that postings to a ledger answer. */
export const ENTRY_ERRORS = defineErrors({
  insufficient_balance: {
    http_status: 409,
    category: "state",
    retry_class: "fail_fast",
    title: "The balance does not cover the debit",
    retry_behavior: "Read the balance that the answer carries; retry when it suffices.",
    recovery: { balance: "/api/salutes/balance", ledger: "/api/salutes/ledger" },
  },
});
