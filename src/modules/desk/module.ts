import type { Database } from "../../db/database.ts";
import type { Sql, Tx } from "../../db/sql.ts";
import { type Clock, MINUTE_MS, SECOND_MS } from "../../kit/clock.ts";
import { startPolling } from "../../kit/poll.ts";
import type { Logger } from "../../kit/process/log.ts";
import type { RefusalRecorder } from "../access/refusals/index.ts";
import type { UsageRecorder } from "../access/usage/index.ts";
import type { CodeVault } from "../ledger/claims/index.ts";
import type { Treasury } from "../ledger/settlements/index.ts";
import type { Module } from "../module.ts";
import type { BackupDesk } from "../operations/backups/index.ts";
import type { Rule } from "../operations/monitor/index.ts";
import type { Notice } from "../platform/notices/index.ts";
import type { SystemStatus } from "../status/system/index.ts";
import { findTokenId, type TrackedToken } from "../token/figures/index.ts";
import { bulkPages, bulkRoutes, continueBulk } from "./bulk/index.ts";
import { DESK_FILE_SECTIONS } from "./desk-sections.ts";
import { dailyDigestRoutes, digestJob, lastWarnSpan } from "./digest/index.ts";
import { digestRoutes, suppressionForms, suppressionNotices } from "./digest-403/index.ts";
import type { ErrorCounts } from "./error-counts/index.ts";
import { filterIncidents, incidentPages, incidentRoutes } from "./incidents/index.ts";
import { type LinkChecker, linkInboxJob, linkInboxPages, linkInboxRoutes } from "./link-inbox/index.ts";
import {
  ArchivesSection,
  archiveClosedMonth,
  archiveFinalMonth,
  continueArchives,
  monthArchiveRoutes,
  removeUnfinished,
} from "./month-archives/index.ts";
import { createMonthFigures, monthlyReportRoutes, REPORT_PATH } from "./monthly-report/index.ts";
import { noiseRoutes } from "./noise-403/index.ts";
import { deskNotices } from "./notices.ts";
import { openDesk } from "./open.ts";
import { overviewRoutes, safeModeRoutes } from "./overview/index.ts";
import { partnerPages } from "./partner-page/index.ts";
import {
  type GuardParts,
  PREFLIGHT_PATH,
  preflightJob,
  preflightPages,
  preflightRoutes,
  watchGuards,
} from "./preflight/index.ts";
import { type InstallationParts, installationPages } from "./readiness/index.ts";
import type { RequestLog } from "./request-log/index.ts";
import { DESK_RETENTION } from "./retention.ts";
import { type RecentRequests, searchRoutes } from "./search/index.ts";
import { settlementPages } from "./settlement-desk/index.ts";
import { settlementImportRoutes } from "./settlement-import/index.ts";
import { userPages } from "./user-page/index.ts";

export interface DeskParts extends Omit<GuardParts, "installation" | "status"> {
  config: GuardParts["config"] & {
    idempotencyRetentionDays: number;
    backupKeepDays: number;
    dataDir: string;
    reversalApprovalSalutes: number;
  };
  /** Erases what modules store of a deleted user's person. */
  forgetUser: (tx: Tx, userId: number) => void;
  status: SystemStatus;
  errors: ErrorCounts;
  backups: BackupDesk;
  clock: Clock;
  log: Logger;
  links: LinkChecker;
  requests: RecentRequests;
  requestLog: RequestLog;
  sandbox: Database;
  usage: UsageRecorder;
  claimCodes: CodeVault;
  refusals: RefusalRecorder;
  /** Null if no chain is configured. */
  token: TrackedToken | null;
  alertRules: readonly Rule[];
  http: { safeModeReason: () => string | null };
  startedAt: number;
  treasury: Treasury;
  /** Tasks for operators, from all modules. */
  notices: () => Notice[];
  /** Doctor's findings and all settings, evaluated at each call. */
  installation: GuardParts["installation"] &
    Pick<InstallationParts, "findings" | "recentFindings" | "settings">;
}

const FLUSH_MS = MINUTE_MS;

/** The operators' desk. */
export const desk: Module<DeskParts> & { open: typeof openDesk } = {
  name: "desk",
  open: openDesk,
  operations: (parts, { site, mounted }) => {
    const { live, treasury, installation } = parts;
    const { safeModeReason } = parts.http;
    const presets = {
      lastDigestWarn: () => lastWarnSpan(live.read),
      lastOutage: (now: number) => lastOutage(live.read, now),
    };
    const { tokenId } = bulkParts(parts);
    const bulk = { live, ...bulkParts(parts) };
    const incidentParts = { ...parts, tokenId };
    const digest403 = { live, log: parts.log, refusals: parts.refusals };
    return [
      ...overviewRoutes({ ...parts, site, mounted, tokenId }),
      ...safeModeRoutes({ ...parts, site }),
      ...searchRoutes(
        site,
        {
          live: live.read,
          sandbox: parts.sandbox.read,
          claimCodes: parts.claimCodes,
          requests: parts.requests,
          log: parts.requestLog,
        },
        installation.settings,
      ),
      ...partnerPages(site, parts),
      ...userPages({ ...parts, site, safeModeReason }),
      ...settlementPages({ site, live, treasury }),
      ...settlementImportRoutes({ site, live, treasury }),
      ...bulkPages(site, bulk),
      ...bulkRoutes(bulk),
      ...monthlyReportRoutes({ site, live, Archives: ArchivesSection }),
      ...monthArchiveRoutes(site, parts),
      ...installationPages({ site, ...installation }),
      ...preflightPages(site, live),
      ...preflightRoutes(parts),
      ...incidentPages(site, parts),
      ...incidentRoutes(incidentParts),
      ...dailyDigestRoutes(site, incidentParts),
      ...digestRoutes(site, digest403),
      ...suppressionForms(site, digest403),
      ...noiseRoutes(digest403),
      ...linkInboxPages(site, live),
      ...linkInboxRoutes({ ...parts, presets, safeModeReason }),
    ];
  },
  jobs: [
    preflightJob,
    linkInboxJob,
    digestJob,
    createMonthFigures({ onClosed: archiveClosedMonth, onSettled: archiveFinalMonth }),
  ],
  retention: DESK_RETENTION,
  recorders: ({ errors, requestLog }) => ({ "error counts": errors, "request ids": requestLog }),
  background: (parts) => {
    removeUnfinished(parts);
    return [
      watchGuards(parts),
      startPolling({
        everyMs: SECOND_MS,
        what: "request ids",
        log: parts.log,
        work: () => parts.requestLog.flush(),
      }),
      startPolling({
        everyMs: SECOND_MS,
        what: "bulk actions",
        log: parts.log,
        work: (signal) => continueBulk({ live: parts.live, parts: bulkParts(parts) }, signal),
      }),
      startPolling({
        everyMs: SECOND_MS,
        what: "archives of months",
        log: parts.log,
        work: (signal) => continueArchives(parts, signal),
      }),
      startPolling({
        everyMs: FLUSH_MS,
        what: "error counts",
        log: parts.log,
        work: () => parts.errors.flush(),
      }),
    ];
  },
  notices: ({ live, refusals, clock, installation }) => [
    ...deskNotices({ sql: live.read, findings: installation.recentFindings() }),
    ...suppressionNotices(refusals.suppressions, clock.now()),
  ],
  navigation: [
    { path: "/admin/bulk", label: "Bulk actions", group: "System", order: 17 },
    { path: "/admin", label: "Overview", group: "Today", order: 10 },
    { path: "/admin/safe-mode", label: "Safe mode", group: "System", order: 16 },
    {
      path: "/admin/settlements",
      label: "Settlements",
      group: "Money",
      order: 40,
      covers: ["/admin/conversions", "/admin/claims"],
    },
    { path: REPORT_PATH, label: "Monthly reports", group: "Money", order: 42 },
    { path: "/admin/ops/digest", label: "Digest", group: "Today", order: 15 },
    { path: "/admin/ops/incidents", label: "Incidents", group: "Today", order: 65 },
    { path: "/admin/ops/link-inbox", label: "Link inbox", group: "Status", order: 95 },
    { path: "/admin/ops/403-digest", label: "403 digest", group: "Partners", order: 90 },
    { path: PREFLIGHT_PATH, label: "Preflight guards", group: "System", order: 97 },
    { path: "/admin/ops/readiness", label: "Readiness", group: "System", order: 100 },
    { path: "/admin/ops/config", label: "Configuration", group: "System", order: 110 },
  ],
  deskSections: DESK_FILE_SECTIONS,
  groups: [
    {
      name: "ops",
      order: 180,
      description:
        "The operators' desk: refusals, alerts, incidents, preflight guards, links and their exports.",
    },
  ],
};

/** The services that actions on many things need. */
function bulkParts({ live, refusals, token }: DeskParts) {
  return {
    suppressions: refusals.suppressions,
    tokenId: () => (token === null ? null : findTokenId(live.read, token.source)),
  };
}

/** Period of the last incident of severity bad, up to now if it is open; null if there is none. */
function lastOutage(sql: Sql, now: number): { from: number; to: number } | null {
  const [last] = filterIncidents(sql, { from: 0, to: now, severity: "bad", source: null });
  return last === undefined ? null : { from: last.startedAt, to: last.endedAt ?? now };
}
