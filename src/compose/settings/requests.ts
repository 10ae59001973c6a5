import { setting } from "./setting.ts";
import { flag, whole } from "./values.ts";

/** Settings of rate limits and of the retention of answers. */
export const REQUEST_SETTINGS = {
  publicApiLimit: setting("RATE_LIMIT_PUBLIC_API_PER_MIN", {
    fallback: "90",
    example: "90",
    meaning: "Public API requests per minute and address; 0 disables the limit",
    parse: whole(0, 1e9),
  }),
  pagesLimit: setting("RATE_LIMIT_PAGES_PER_MIN", {
    fallback: "300",
    example: "300",
    meaning: "Page views per minute and address; 0 disables the limit",
    parse: whole(0, 1e9),
  }),
  logLimit: setting("RATE_LIMIT_LOG_PER_MIN", {
    fallback: "1200",
    example: "1200",
    meaning: "Requests to the signed log (/log) per minute and address; 0 disables the limit",
    parse: whole(0, 1e9),
  }),
  webhooksLimit: setting("RATE_LIMIT_WEBHOOK_PER_MIN", {
    fallback: "120",
    example: "120",
    meaning: "Requests to partner webhook routes per minute and key; 0 disables the limit",
    parse: whole(0, 1e9),
  }),
  partnerLimit: setting("PARTNER_RATE_LIMIT_PER_MINUTE", {
    fallback: "600",
    example: "600",
    meaning: "Requests per minute and live key, unless the key has its own limit; 0 disables it",
    parse: whole(0, 1e9),
  }),
  sandboxLimit: setting("PARTNER_SANDBOX_RATE_LIMIT_PER_MINUTE", {
    fallback: "30",
    example: "30",
    meaning: "Requests per minute and sandbox key; 0 disables the limit",
    parse: whole(0, 1e9),
  }),
  failedAuthLimit: setting("RATE_LIMIT_FAILED_AUTH_PER_MIN", {
    fallback: "30",
    example: "30",
    meaning: "Failed authentications per minute and address; further ones answer 429; 0 disables the limit",
    parse: whole(0, 1e9),
  }),
  adminLimit: setting("RATE_LIMIT_ADMIN_PER_MIN", {
    fallback: "300",
    example: "300",
    meaning: "Admin requests per minute and operator; 0 disables the limit",
    parse: whole(0, 1e9),
  }),
  nonceRequired: setting("PARTNER_NONCE_REQUIRED", {
    fallback: "0",
    example: "1",
    meaning: "1: sandbox mutations need a nonce too",
    parse: flag,
  }),
  idempotencyRetentionDays: setting("IDEMPOTENCY_RETENTION_DAYS", {
    fallback: "30",
    example: "30",
    meaning: "Days for which answers are kept by Idempotency-Key",
    parse: whole(1, 3_650),
  }),
} as const;
