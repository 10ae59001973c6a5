import { setting } from "./setting.ts";
import { flag, fraction, whole } from "./values.ts";

/** Attempts and targets of webhook deliveries (contract section 9). */
export const DELIVERY_SETTINGS = {
  webhookMaxAttempts: setting("WEBHOOK_MAX_ATTEMPTS", {
    fallback: "14",
    example: "14",
    meaning: "Attempts before a delivery becomes a dead letter",
    parse: whole(1, 100),
  }),
  webhookRetryBaseSeconds: setting("WEBHOOK_RETRY_BASE_SECONDS", {
    fallback: "15",
    example: "15",
    meaning: "Seconds from the first failed attempt to the second; each further wait doubles",
    parse: whole(1, 86_400),
  }),
  webhookRetryMaxSeconds: setting("WEBHOOK_RETRY_MAX_SECONDS", {
    fallback: "21600",
    example: "21600",
    meaning: "Longest wait between two attempts, in seconds, before jitter",
    parse: whole(1, 259_200),
  }),
  webhookRetryJitter: setting("WEBHOOK_RETRY_JITTER", {
    fallback: "0.2",
    example: "0.2",
    meaning: "Fraction by which a wait is randomly shortened or lengthened, 0 to 1",
    parse: fraction,
  }),
  webhookTimeoutSeconds: setting("WEBHOOK_TIMEOUT_SECONDS", {
    fallback: "10",
    example: "10",
    meaning: "Seconds for one attempt, from connecting to the whole answer",
    parse: whole(1, 120),
  }),
  webhookConcurrency: setting("WEBHOOK_CONCURRENCY", {
    fallback: "64",
    example: "64",
    meaning: "Concurrent deliveries, at most a quarter of them to slow or failing receivers",
    parse: whole(4, 1_024),
  }),
  webhookConcurrencyPerWebhook: setting("WEBHOOK_CONCURRENCY_PER_WEBHOOK", {
    fallback: "4",
    example: "4",
    meaning: "Concurrent deliveries to one webhook",
    parse: whole(1, 64),
  }),
  webhookAllowHttp: setting("WEBHOOK_ALLOW_HTTP", {
    fallback: "0",
    example: "1",
    meaning: "1: also allows receivers at http addresses, not only https",
    parse: flag,
  }),
  webhookAllowPrivate: setting("WEBHOOK_ALLOW_PRIVATE", {
    fallback: "0",
    example: "1",
    meaning: "1: also allows receivers at loopback, private and other reserved addresses",
    parse: flag,
  }),
} as const;
