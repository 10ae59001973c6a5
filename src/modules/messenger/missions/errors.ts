import { defineErrors } from "../../../http/answers/catalog.ts";

/** Error codes of missions (contract section 16). */
export const MISSION_ERRORS = defineErrors({
  mission_closed: {
    http_status: 409,
    category: "state",
    retry_class: "fail_fast",
    title: "The mission is closed",
    retry_behavior: "Choose another mission: missions/catalog lists the open ones.",
  },
});
