import type { Limits } from "../../http/services.ts";
import type { Site } from "../../pages/index.ts";

/** What the quickstart says of this server. */
export interface DevelopersInput {
  site: Site;
  limits: Limits;
  nonceRequiredInSandbox: boolean;
  idempotencyRetentionDays: number;
}
