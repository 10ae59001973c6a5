import { defineErrors } from "../../../http/answers/catalog.ts";

const recovery = {
  deprecations: "/developers/deprecations.json",
  playbook: "/developers/deprecations-playbook.json",
};

export const DEPRECATION_ERRORS = defineErrors({
  deprecation_not_found: {
    http_status: 404,
    category: "not_found",
    retry_class: "fail_fast",
    title: "No such deprecation",
    retry_behavior: "Check the id: /developers/deprecations.json lists all of them.",
    recovery,
  },
  endpoint_sunset: {
    http_status: 410,
    category: "state",
    retry_class: "fail_fast",
    title: "Endpoint withdrawn",
    retry_behavior: "Call the replacement named in the answer; the playbook describes the migration.",
    recovery,
  },
});
