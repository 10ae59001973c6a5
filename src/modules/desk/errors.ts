import { defineErrors } from "../../http/answers/catalog.ts";

/** Codes that only the operators' desk answers. */
export const DESK_ERRORS = defineErrors({
  incident_not_found: {
    http_status: 404,
    category: "not_found",
    retry_class: "fail_fast",
    title: "No such incident",
    retry_behavior: "List the incidents, or widen the time asked for.",
  },
  download_token_used: {
    http_status: 410,
    category: "state",
    retry_class: "fail_fast",
    title: "The download token is used up or has expired",
    retry_behavior: "Ask for the export with download_token=1 again.",
  },
});
