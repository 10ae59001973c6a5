import { defineErrors } from "../../../../http/answers/catalog.ts";

export const AUDIT_ERRORS = defineErrors({
  run_not_found: {
    http_status: 404,
    category: "not_found",
    retry_class: "fail_fast",
    title: "No such audit run",
    retry_behavior: "Use an id from /transparency/audit-anomalies/runs.json.",
    recovery: {},
  },
});
