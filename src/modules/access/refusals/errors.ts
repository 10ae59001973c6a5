import { defineErrors } from "../../../http/catalog.ts";

export const SUPPRESSION_ERRORS = defineErrors({
  revision_conflict: {
    http_status: 409,
    category: "state",
    retry_class: "fail_fast",
    title: "Somebody changed it in between",
    retry_behavior: "Read it again, and send the change with its new revision.",
  },
});
