import { setting } from "./setting.ts";
import { flag, whole } from "./values.ts";

/** Settings of rate limits and of the retention of answers. */
export const REQUEST_SETTINGS = {
  publicApiLimit: setting(
    "RATE_LIMIT_PUBLIC_API_PER_MIN",
    "90",
    "90",
    "Public API requests per minute and address; 0 disables the limit",
    whole(0, 1e9),
  ),
  pagesLimit: setting(
    "RATE_LIMIT_PAGES_PER_MIN",
    "300",
    "300",
    "Page views per minute and address; 0 disables the limit",
    whole(0, 1e9),
  ),
  logLimit: setting(
    "RATE_LIMIT_LOG_PER_MIN",
    "1200",
    "1200",
    "Requests to the signed log (/log) per minute and address; 0 disables the limit",
    whole(0, 1e9),
  ),
  webhooksLimit: setting(
    "RATE_LIMIT_WEBHOOK_PER_MIN",
    "120",
    "120",
    "Requests to partner webhook routes per minute and key; 0 disables the limit",
    whole(0, 1e9),
  ),
  partnerLimit: setting(
    "PARTNER_RATE_LIMIT_PER_MINUTE",
    "600",
    "600",
    "Requests per minute and live key, unless the key has its own limit; 0 disables it",
    whole(0, 1e9),
  ),
  sandboxLimit: setting(
    "PARTNER_SANDBOX_RATE_LIMIT_PER_MINUTE",
    "30",
    "30",
    "Requests per minute and sandbox key; 0 disables the limit",
    whole(0, 1e9),
  ),
  failedAuthLimit: setting(
    "RATE_LIMIT_FAILED_AUTH_PER_MIN",
    "30",
    "30",
    "Failed authentications per minute and address; further ones answer 429; 0 disables the limit",
    whole(0, 1e9),
  ),
  adminLimit: setting(
    "RATE_LIMIT_ADMIN_PER_MIN",
    "300",
    "300",
    "Admin requests per minute and operator; 0 disables the limit",
    whole(0, 1e9),
  ),
  nonceRequired: setting("PARTNER_NONCE_REQUIRED", "0", "1", "1: sandbox mutations need a nonce too", flag),
  idempotencyRetentionDays: setting(
    "IDEMPOTENCY_RETENTION_DAYS",
    "30",
    "30",
    "Days for which answers are kept by Idempotency-Key",
    whole(1, 3_650),
  ),
} as const;
