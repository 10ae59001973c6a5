import { defineErrors } from "../../../http/answers/catalog.ts";

/** Codes of conversions. */
export const CONVERSION_ERRORS = defineErrors({
  conversion_disabled: {
    http_status: 409,
    category: "state",
    retry_class: "fail_fast",
    title: "Conversion is switched off",
    retry_behavior: "Read conversion-policy; retry when it says enabled.",
    recovery: { conversion_policy: "/api/salutes/conversion-policy" },
  },
});
