import { Type } from "@sinclair/typebox";
import { defineErrors } from "../../../http/answers/catalog.ts";
import { Shortfall } from "./reversals/model.ts";

const SHORTFALLS = Type.Array(Shortfall, {
  description: "The entries that are not covered, at most 1,000.",
  examples: [[{ user_id: "42", entry_id: 1001, balance: 4.5, missing: 20.5 }]],
});

/** Codes of operators' corrections of the ledger. */
export const CORRECTION_ERRORS = defineErrors({
  reversal_shortfall: {
    http_status: 409,
    category: "state",
    retry_class: "fail_fast",
    title: "Balances do not cover the reversal, and nothing was reversed",
    retry_behavior:
      "Choose partial or skip for on_shortfall, or leave out the entries that shortfalls names.",
    members: { shortfalls: SHORTFALLS },
  },
});
