import { defineErrors } from "../../http/answers/catalog.ts";

/** Error codes used only by the operators' desk. */
export const DESK_ERRORS = defineErrors({
  incident_not_found: {
    http_status: 404,
    category: "not_found",
    retry_class: "fail_fast",
    title: "No such incident",
    retry_behavior: "List the incidents, or ask for a longer period.",
  },
  download_token_used: {
    http_status: 410,
    category: "state",
    retry_class: "fail_fast",
    title: "The download token was used or has expired",
    retry_behavior: "Request the export with download_token=1 again.",
  },
});
