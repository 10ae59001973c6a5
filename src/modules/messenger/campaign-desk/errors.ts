import { defineErrors } from "../../../http/answers/catalog.ts";

/** Codes of campaigns as operators keep them (contract section 16). */
export const CAMPAIGN_ERRORS = defineErrors({
  expected_value_too_high: {
    http_status: 400,
    category: "policy",
    retry_class: "fail_fast",
    title: "The wheel would pay too much",
    retry_behavior:
      "Lower rewards or their weights: the answer carries the wheel's exact worth and the ceiling.",
  },
});
