import { defineErrors } from "../../../http/answers/catalog.ts";

/** Codes of failed webhook lookups. */
export const WEBHOOK_ERRORS = defineErrors({
  webhook_not_found: {
    http_status: 404,
    category: "not_found",
    retry_class: "fail_fast",
    title: "No such webhook",
    retry_behavior: "List your webhooks.",
    recovery: { webhooks: "/api/partner/webhooks" },
  },
});
