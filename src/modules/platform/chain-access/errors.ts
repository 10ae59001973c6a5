import { defineErrors } from "../../../http/answers/catalog.ts";

/** Codes of chain reads. */
export const CHAIN_ERRORS = defineErrors({
  rpc_unavailable: {
    http_status: 503,
    category: "availability",
    retry_class: "retryable",
    title: "The chain cannot be read now",
    retry_behavior: "Retry with jittered backoff; reads of salutes are not affected.",
    retry_after_seconds: 30,
    recovery: { status: "/api/partner/status", system_status: "/api/public/system-status" },
  },
});
