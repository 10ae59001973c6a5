import type { Mounted } from "../../../http/mounted.ts";
import type { Limits } from "../../../http/services.ts";
import type { Site } from "../../../pages/index.ts";

/** What the quickstart says of this server. */
export interface DevelopersInput {
  site: Site;
  mounted: Mounted;
  limits: Limits;
  nonceRequiredInSandbox: boolean;
  idempotencyRetentionDays: number;
  delivery: DeliveryRules;
}

/** How deliveries are tried, by configuration. */
export interface DeliveryRules {
  maxAttempts: number;
  retryBaseSeconds: number;
  retryMaxSeconds: number;
  retryJitter: number;
  timeoutSeconds: number;
}
