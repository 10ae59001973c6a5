import { defineErrors } from "../../../http/answers/catalog.ts";

/** Codes of missions and of what operators keep in revisions (contract section 16). */
export const MISSION_ERRORS = defineErrors({
  mission_closed: {
    http_status: 409,
    category: "state",
    retry_class: "fail_fast",
    title: "The mission takes nobody now",
    retry_behavior: "Take another one on: missions/catalog lists those that are open.",
  },
});
