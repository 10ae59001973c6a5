import type { Database } from "../../db/database.ts";
import type { Limits } from "../../http/services.ts";
import { type Clock, DAY_MS } from "../../kit/clock.ts";
import { BUILT_AT } from "../../kit/process/version.ts";
import { sandboxKeys, type UsageRecorder } from "../access/usage/index.ts";
import type { Bot } from "../messenger/telegram/index.ts";
import type { Module, OperationGroup } from "../module.ts";
import type { AlertDesk } from "../operations/alerts/index.ts";
import { keep } from "../platform/retention/index.ts";
import { buildTwin } from "../sandbox/twins/index.ts";
import type { SystemStatus } from "../status/system/index.ts";
import { type TrustParts, toTrustSource } from "../transparency/trust-dashboard/index.ts";
import { canaryRoutes } from "./canary/index.ts";
import { capabilitiesRoutes } from "./capabilities/index.ts";
import { changelogRoutes } from "./changelog/index.ts";
import { clientRoutes } from "./clients/index.ts";
import { collectionRoutes } from "./collections/index.ts";
import {
  type Deprecations,
  deprecationNotices,
  deprecationPages,
  deprecationRoutes,
  deprecationsJob,
  purgeReminders,
} from "./deprecations/index.ts";
import { apiErrorsRoutes, errorCatalogRoutes } from "./error-catalog/index.ts";
import { developersRoutes } from "./guide/index.ts";
import { openApiRoutes, publish } from "./openapi/index.ts";
import { partnerStatusRoutes } from "./partner-status/index.ts";
import { plainTextRoutes } from "./plain-text/index.ts";
import { quickstartRoutes } from "./quickstart/index.ts";
import { referenceRoutes, sampleProgram } from "./reference/index.ts";
import { crawlerRoutes, siteRoutes } from "./site-pages/index.ts";

export interface DevelopersParts extends TrustParts {
  config: TrustParts["config"] & {
    /** Path of the schedule of deprecations; null for the build's own. */
    deprecationsFile: string | null;
    portalEnabled: boolean;
    idempotencyRetentionDays: number;
    webhookMaxAttempts: number;
    webhookRetryBaseSeconds: number;
    webhookRetryMaxSeconds: number;
    webhookRetryJitter: number;
    webhookTimeoutSeconds: number;
  };
  clock: Clock;
  sandbox: Database;
  usage: UsageRecorder;
  alerts: AlertDesk;
  policies: { deprecations: Deprecations };
  status: SystemStatus;
  /** The bot behind the mini-app; null in production without a configured one. */
  bot: Bot | null;
  http: {
    limits: Limits;
    nonceRequiredInSandbox: boolean;
    safeModeReason: () => string | null;
    baseUrl: () => string;
  };
  /** Every group of operations. */
  groups: readonly OperationGroup[];
}

/** Documentation for developers, derived from all other modules: OpenAPI, reference, guide, error catalog. */
export const developers: Module<DevelopersParts> = {
  name: "developers",
  operations: (parts, { site, mounted }) => {
    const { clock, config, groups, http, live, sandbox, startedAt, status, usage } = parts;
    const { deprecations } = parts.policies;
    const counts = { files: [live.read, sandbox.read], recorder: usage, mounted };
    const isAsBuilt = config.deprecationsFile === null && config.portalEnabled;
    const options = { version: site.version, baseUrl: http.baseUrl(), groups, isAsBuilt };
    const whole = publish(mounted, { part: "everything", ...options });
    const partner = publish(mounted, { part: "partner", ...options });
    const transparency = publish(mounted, { part: "transparency", ...options });
    const statusOptions = {
      mounted,
      recorder: usage,
      status,
      safeModeReason: http.safeModeReason,
      controls: {
        max_attempts: config.webhookMaxAttempts,
        timeout_seconds: config.webhookTimeoutSeconds,
        retry_base_seconds: config.webhookRetryBaseSeconds,
        retry_max_seconds: config.webhookRetryMaxSeconds,
        retry_jitter: config.webhookRetryJitter,
      },
    };
    return [
      ...capabilitiesRoutes(mounted, startedAt),
      ...partnerStatusRoutes(statusOptions),
      ...partnerStatusRoutes(statusOptions, sandboxKeys(sandbox, clock)).map((each) =>
        buildTwin(each, mounted),
      ),
      ...errorCatalogRoutes(mounted, startedAt),
      ...apiErrorsRoutes(mounted, startedAt),
      ...quickstartRoutes(mounted, startedAt),
      ...canaryRoutes,
      ...deprecationRoutes({ site, deprecations, counts, startedAt }),
      ...deprecationPages({ site, deprecations, counts }),
      ...clientRoutes(startedAt),
      ...collectionRoutes(partner),
      ...changelogRoutes(site, BUILT_AT ?? startedAt),
      ...openApiRoutes({ whole, partner, transparency }, startedAt),
      ...plainTextRoutes({ partner, whole }, startedAt),
      ...referenceRoutes(site, whole, startedAt),
      ...siteRoutes(site, { trust: toTrustSource(parts), status, bot: parts.bot }),
      ...crawlerRoutes(mounted, whole, startedAt),
      ...developersRoutes({
        site,
        mounted,
        limits: http.limits,
        startedAt,
        findProgram: async (file) => sampleProgram(await whole.document(), file),
        nonceRequiredInSandbox: http.nonceRequiredInSandbox,
        idempotencyRetentionDays: config.idempotencyRetentionDays,
        delivery: {
          maxAttempts: config.webhookMaxAttempts,
          retryBaseSeconds: config.webhookRetryBaseSeconds,
          retryMaxSeconds: config.webhookRetryMaxSeconds,
          retryJitter: config.webhookRetryJitter,
          timeoutSeconds: config.webhookTimeoutSeconds,
        },
      }),
    ];
  },
  notices: ({ policies, clock }) => deprecationNotices(policies.deprecations, clock.now()),
  jobs: [deprecationsJob],
  retention: [
    keep({
      rows: "deprecation reminders",
      windows: { reminders: { tables: ["deprecation_reminders"], kept: 400 * DAY_MS, after: "creation" } },
      purge: (tx, { reminders }, { chunk }) => purgeReminders(tx, reminders, chunk),
    }),
  ],
  navigation: [{ path: "/admin/deprecations", label: "Deprecations", group: "Partners", order: 125 }],
  groups: [
    {
      name: "developers",
      order: 150,
      description:
        "Help for integrators: onboarding, echo, deprecations, clients, changelog and error codes.",
    },
    { name: "docs", order: 180, description: "This document, as YAML and JSON." },
  ],
};
