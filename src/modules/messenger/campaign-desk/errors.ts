import { defineErrors } from "../../../http/answers/catalog.ts";

/** Error codes of campaign operations (contract section 16). */
export const CAMPAIGN_ERRORS = defineErrors({
  expected_value_too_high: {
    http_status: 400,
    category: "policy",
    retry_class: "fail_fast",
    title: "The expected value is too high",
    retry_behavior:
      "Lower the rewards or their weights: the answer holds the exact expected value and its maximum.",
  },
  game_mints: {
    http_status: 409,
    category: "policy",
    retry_class: "fail_fast",
    title: "The game creates salutes without end",
    retry_behavior:
      "Lower the rewards or raise the price, so that the expected return is at most 100 %. An owner may save it with override_reason.",
  },
});
