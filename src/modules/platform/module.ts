import { NONCE_WINDOW_MS } from "../../http/mutation.ts";
import { DAY_MS, SECOND_MS } from "../../kit/clock.ts";
import { startPolling } from "../../kit/poll.ts";
import type { Module } from "../module.ts";
import { auditRoutes } from "./audit-desk/index.ts";
import { type BrandBook, brandRoutes } from "./brand/index.ts";
import { clockCheck, lookAtClock } from "./clock-step/index.ts";
import { purgeDailyCounts } from "./daily-caps/index.ts";
import { purgeExportUsage } from "./exports/index.ts";
import { PLATFORM_FINDINGS, type PlatformFacts } from "./findings.ts";
import { purgeExpired, purgeOperatorMutations } from "./idempotency/index.ts";
import {
  type JobMonitor,
  type JobState,
  jobMetrics,
  jobNotices,
  jobsCheck,
  jobsPages,
  purgeRuns,
  reliabilityCheck,
} from "./jobs/index.ts";
import { mailMetrics, purgeMail, type SendMailParts, sendMail } from "./mail/index.ts";
import { openPlatform } from "./open.ts";
import { savedViewRoutes } from "./saved-views-desk/index.ts";
import type { SpanExporter } from "./tracing/index.ts";

export interface PlatformParts extends SendMailParts {
  /** Null unless traces are exported. */
  spanExporter: SpanExporter | null;
  config: { idempotencyRetentionDays: number };
  jobs: JobMonitor;
  brand: BrandBook;
  /** State of each job of the build. */
  jobStates: (now: number) => JobState[];
}

const MAIL_DAYS = 30;
const RUN_DAYS = 90;
/** Usage of exports can be requested for a year. */
const EXPORT_USAGE_DAYS = 370;
const OPERATOR_ANSWER_DAYS = 30;
const CLOCK_LOOK_MS = 5 * SECOND_MS;
/** Commands may change it, and a restored directory has another one. */
const BRAND_LOOK_MS = 5 * SECOND_MS;
const MAIL_POLL_MS = 2 * SECOND_MS;

/** Services below all other modules: audit trail, jobs, mail, keys, state of the installation. */
export const platform: Module<PlatformParts, PlatformFacts> & { open: typeof openPlatform } = {
  name: "platform",
  open: openPlatform,
  operations: ({ brand, jobs, live }, { site }) => [
    ...jobsPages(site, jobs),
    ...auditRoutes(site, live),
    ...savedViewRoutes(site, live),
    ...brandRoutes(site, brand, live),
  ],
  checks: [jobsCheck, reliabilityCheck, clockCheck],
  findings: PLATFORM_FINDINGS,
  retention: [
    {
      rows: "nonces and idempotency records",
      // Nonces age by real time, in sandbox files too.
      purge: ({ config, clock }, now) => {
        const recordsBefore = now - config.idempotencyRetentionDays * DAY_MS;
        return (tx, chunk) =>
          purgeExpired(tx, { noncesBefore: clock.now() - NONCE_WINDOW_MS, recordsBefore, chunk });
      },
    },
    {
      rows: "first answers to operators",
      purge: (_, now) => (tx, chunk) =>
        purgeOperatorMutations(tx, now - OPERATOR_ANSWER_DAYS * DAY_MS, chunk),
    },
    { rows: "job runs", purge: (_, now) => (tx, chunk) => purgeRuns(tx, now - RUN_DAYS * DAY_MS, chunk) },
    { rows: "mails", purge: (_, now) => (tx, chunk) => purgeMail(tx, now - MAIL_DAYS * DAY_MS, chunk) },
    {
      rows: "counts per address and day",
      purge: (_, now) => (tx, chunk) => purgeDailyCounts(tx, Math.floor(now / DAY_MS), chunk),
    },
    {
      rows: "counts of downloads",
      purge: (_, now) => (tx, chunk) =>
        purgeExportUsage(tx, Math.floor(now / DAY_MS) - EXPORT_USAGE_DAYS, chunk),
    },
  ],
  sealed: [
    { table: "lookup_keys", context: "name", columns: ["key_sealed"] },
    { table: "mails", context: "uid", columns: ["message_sealed"] },
  ],
  metrics: ({ live, jobStates, spanExporter }, now) => [
    ...jobMetrics(live.read, jobStates(now), now),
    ...mailMetrics(live.read, now),
    ...(spanExporter?.metrics() ?? []),
  ],
  navigation: [
    { path: "/admin/jobs", label: "Jobs", group: "System", order: 50 },
    { path: "/admin/brand", label: "Brand", group: "System", order: 115 },
    { path: "/admin/audit", label: "Audit trail", group: "System", order: 120 },
  ],
  notices: ({ jobs }) => jobNotices(jobs),
  background: (parts) => [
    startPolling({
      everyMs: CLOCK_LOOK_MS,
      what: "the clock",
      log: parts.log,
      work: () => lookAtClock(parts),
    }),
    startPolling({
      everyMs: BRAND_LOOK_MS,
      what: "the brand",
      log: parts.log,
      work: async () => void parts.brand.renew(),
    }),
    ...(parts.spanExporter === null ? [] : [parts.spanExporter.start()]),
    ...(parts.mail === null
      ? []
      : [
          startPolling({
            everyMs: MAIL_POLL_MS,
            what: "mail",
            log: parts.log,
            work: (signal) => sendMail(parts, signal),
          }),
        ]),
  ],
};
