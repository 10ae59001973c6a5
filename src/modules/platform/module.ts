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
import { keep, RECORDED_ANSWERS } from "./retention/index.ts";
import { savedViewRoutes } from "./saved-views-desk/index.ts";
import { purgePauses } from "./state/index.ts";
import type { SpanExporter } from "./tracing/index.ts";

export interface PlatformParts extends SendMailParts {
  /** Null unless traces are exported. */
  spanExporter: SpanExporter | null;
  config: { idempotencyRetentionDays: number; usesChain: boolean };
  jobs: JobMonitor;
  brand: BrandBook;
  /** State of each job of the build. */
  jobStates: (now: number) => JobState[];
}

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
    keep({
      rows: "nonces and idempotency records",
      windows: {
        nonces: { rows: "nonces", tables: ["nonces"], kept: NONCE_WINDOW_MS, after: "use" },
        records: {
          rows: "recorded answers",
          tables: ["idempotency_records", "ledger_answers"],
          kept: RECORDED_ANSWERS,
          after: "creation",
        },
      },
      // Nonces age by real time, in sandbox files too.
      purge: (tx, { records }, { chunk, parts: { clock } }) =>
        purgeExpired(tx, { noncesBefore: clock.now() - NONCE_WINDOW_MS, recordsBefore: records, chunk }),
    }),
    keep({
      rows: "first answers to operators",
      windows: { answers: { tables: ["operator_idempotency"], kept: 30 * DAY_MS, after: "creation" } },
      purge: (tx, { answers }, { chunk }) => purgeOperatorMutations(tx, answers, chunk),
    }),
    keep({
      rows: "job runs",
      windows: { runs: { tables: ["job_runs"], kept: 90 * DAY_MS, after: "the start" } },
      purge: (tx, { runs }, { chunk }) => purgeRuns(tx, runs, chunk),
    }),
    keep({
      rows: "pauses of deliveries",
      // Longer than a delivery waits: held for 90 days and sent for 3, twice.
      windows: { pauses: { tables: ["delivery_pauses"], kept: 200 * DAY_MS, after: "the end" } },
      purge: (tx, { pauses }, { chunk }) => purgePauses(tx, pauses, chunk),
    }),
    keep({
      rows: "mails",
      windows: { mails: { tables: ["mails"], kept: 30 * DAY_MS, after: "sending or failing" } },
      purge: (tx, { mails }, { chunk }) => purgeMail(tx, mails, chunk),
    }),
    keep({
      rows: "counts per address and day",
      windows: { days: { tables: ["daily_counts"], kept: 0, after: "the end of the UTC day" } },
      purge: (tx, { days }, { chunk }) => purgeDailyCounts(tx, Math.floor(days / DAY_MS), chunk),
    }),
    keep({
      rows: "counts of downloads",
      // Usage of exports can be requested for a year.
      windows: { days: { tables: ["export_usage"], kept: 370 * DAY_MS, after: "the day" } },
      purge: (tx, { days }, { chunk }) => purgeExportUsage(tx, Math.floor(days / DAY_MS), chunk),
    }),
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
