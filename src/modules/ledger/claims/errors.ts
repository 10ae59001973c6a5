import { defineErrors } from "../../../http/answers/catalog.ts";

/** Codes of donation claims. */
export const CLAIM_ERRORS = defineErrors({
  claim_not_found: {
    http_status: 404,
    category: "not_found",
    retry_class: "fail_fast",
    title: "No such donation claim",
    retry_behavior: "Check the code, or list your claims.",
    recovery: { claims: "/api/partner/donation-claims", openapi: "/api/openapi.yaml", reference: "/docs" },
  },
  currency_not_supported: {
    http_status: 400,
    category: "validation",
    retry_class: "fail_fast",
    title: "No claim can be issued in this currency",
    retry_behavior: "Use one of the currencies in the message.",
    recovery: {},
  },
});
