import { defineErrors } from "../../../http/answers/catalog.ts";

/** The code for a change based on an old revision. */
export const REVISION_CONFLICT = defineErrors({
  revision_conflict: {
    http_status: 409,
    category: "conflict",
    retry_class: "fail_fast",
    title: "It has changed since it was read",
    retry_behavior: "Read it again, apply the change to its current revision, and send that.",
  },
});
