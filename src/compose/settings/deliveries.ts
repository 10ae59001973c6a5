import { setting } from "./setting.ts";
import { flag, fraction, whole } from "./values.ts";

/** Attempts and targets of webhook deliveries (contract section 9). */
export const DELIVERY_SETTINGS = {
  webhookMaxAttempts: setting(
    "WEBHOOK_MAX_ATTEMPTS",
    "14",
    "14",
    "Attempts before a delivery becomes a dead letter",
    whole(1, 100),
  ),
  webhookRetryBaseSeconds: setting(
    "WEBHOOK_RETRY_BASE_SECONDS",
    "15",
    "15",
    "Seconds from the first failed attempt to the second; each further wait doubles",
    whole(1, 86_400),
  ),
  webhookRetryMaxSeconds: setting(
    "WEBHOOK_RETRY_MAX_SECONDS",
    "21600",
    "21600",
    "Longest wait between two attempts, in seconds, before jitter",
    whole(1, 259_200),
  ),
  webhookRetryJitter: setting(
    "WEBHOOK_RETRY_JITTER",
    "0.2",
    "0.2",
    "Fraction by which a wait is randomly shortened or lengthened, 0 to 1",
    fraction,
  ),
  webhookTimeoutSeconds: setting(
    "WEBHOOK_TIMEOUT_SECONDS",
    "10",
    "10",
    "Seconds for one attempt, from connecting to the whole answer",
    whole(1, 120),
  ),
  webhookConcurrency: setting(
    "WEBHOOK_CONCURRENCY",
    "64",
    "64",
    "Concurrent deliveries, at most a quarter of them to slow or failing receivers; above 256 set BUN_CONFIG_MAX_HTTP_REQUESTS too",
    whole(4, 1_024),
  ),
  webhookConcurrencyPerWebhook: setting(
    "WEBHOOK_CONCURRENCY_PER_WEBHOOK",
    "4",
    "4",
    "Concurrent deliveries to one webhook",
    whole(1, 64),
  ),
  webhookAllowHttp: setting(
    "WEBHOOK_ALLOW_HTTP",
    "0",
    "1",
    "1: also allows receivers at http addresses, not only https",
    flag,
  ),
  webhookAllowPrivate: setting(
    "WEBHOOK_ALLOW_PRIVATE",
    "0",
    "1",
    "1: also allows receivers at loopback, private and other reserved addresses",
    flag,
  ),
} as const;
