import { defineErrors } from "../../../http/catalog.ts";

/** The messenger's revisions refuse with the same code and words. */
export const SUPPRESSION_ERRORS = defineErrors({
  revision_conflict: {
    http_status: 409,
    category: "state",
    retry_class: "fail_fast",
    title: "Somebody changed it in between",
    retry_behavior: "Read it again, make the change to current_revision, and send that.",
  },
});
