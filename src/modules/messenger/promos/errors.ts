import { defineErrors } from "../../../http/answers/catalog.ts";

/** Error codes of promos (contract section 16). */
export const PROMO_ERRORS = defineErrors({
  promo_not_found: {
    http_status: 404,
    category: "not_found",
    retry_class: "fail_fast",
    title: "No such promo code",
    retry_behavior: "Check the code. After ten unknown codes in a minute, valid codes are refused too.",
  },
  promo_closed: {
    http_status: 409,
    category: "state",
    retry_class: "fail_fast",
    title: "The promo is not open now",
    retry_behavior: "It has not started, has ended, or has no claims left.",
  },
  promo_already_claimed: {
    http_status: 409,
    category: "state",
    retry_class: "fail_fast",
    title: "The player has claimed this promo",
    retry_behavior: "Each player can claim a code once; the balances include its reward.",
  },
});
