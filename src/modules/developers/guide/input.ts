import type { Mounted } from "../../../http/mounted.ts";
import type { Limits } from "../../../http/services.ts";
import type { Site } from "../../../pages/index.ts";

/** Settings of this server that the guide shows. */
export interface DevelopersInput {
  site: Site;
  mounted: Mounted;
  limits: Limits;
  nonceRequiredInSandbox: boolean;
  idempotencyRetentionDays: number;
  delivery: DeliveryRules;
  /** The program of an operation, by its id and a language's ending; null for any other name. */
  findProgram: (file: string) => Promise<string | null>;
  /** Start of this process in Unix milliseconds: the texts change only with it. */
  startedAt: number;
}

/** Configured rules of delivery. */
export interface DeliveryRules {
  maxAttempts: number;
  retryBaseSeconds: number;
  retryMaxSeconds: number;
  retryJitter: number;
  timeoutSeconds: number;
}
