import { defineErrors } from "../../../http/answers/catalog.ts";

/** Codes of promos (contract section 16). */
export const PROMO_ERRORS = defineErrors({
  promo_not_found: {
    http_status: 404,
    category: "not_found",
    retry_class: "fail_fast",
    title: "No such promo code",
    retry_behavior: "Check the code; after ten misses in a minute even a right one waits.",
  },
  promo_closed: {
    http_status: 409,
    category: "state",
    retry_class: "fail_fast",
    title: "The promo is not open now",
    retry_behavior: "It has not begun, is over, or all of its claims are taken.",
  },
  promo_already_claimed: {
    http_status: 409,
    category: "state",
    retry_class: "fail_fast",
    title: "The player has claimed this promo",
    retry_behavior: "Each player claims a code once; balances show what it gave.",
  },
});
