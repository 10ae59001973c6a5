import { defineErrors } from "../../../http/catalog.ts";

export const SUPPRESSION_ERRORS = defineErrors({
  revision_conflict: {
    http_status: 409,
    category: "conflict",
    retry_class: "fail_fast",
    title: "What should be changed has changed since it was read",
    retry_behavior: "Read it again, and send the change with its new revision.",
  },
});
