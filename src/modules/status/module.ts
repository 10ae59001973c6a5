import type { ChainReader } from "../../chain/chain-reader.ts";
import { madeAt } from "../../db/migrations/migrate.ts";
import type { Mounted } from "../../http/mounted.ts";
import { type Clock, DAY_MS, HOUR_MS, SECOND_MS } from "../../kit/clock.ts";
import { startPolling } from "../../kit/poll.ts";
import { brandOf } from "../../pages/index.ts";
import type { Module } from "../module.ts";
import type { MailTransport, Postbox } from "../platform/mail/index.ts";
import type { Keyring } from "../platform/master-key/index.ts";
import { STATUS_FINDINGS, type StatusFacts } from "./findings.ts";
import { incidentNotices, logEdits, purgeIncidents } from "./incidents/index.ts";
import { maintenancePages } from "./maintenance/index.ts";
import { openStatus } from "./open.ts";
import { type ProbeParts, probeRoutes, probesJob, purgeProbes, syntheticCheck } from "./probes/index.ts";
import {
  type Courier,
  purgeSubscribers,
  Subscriptions,
  sendPosts,
  subscriberNotices,
  subscriberRoutes,
} from "./subscribers/index.ts";
import {
  type HourLatency,
  interopRoutes,
  purgeStatus,
  type SnapshotParts,
  type StatusSource,
  statusPageRoutes,
  statusRoutes,
  statusSnapshot,
} from "./system/index.ts";

export interface StatusParts extends SnapshotParts, ProbeParts {
  clock: Clock;
  keyring: Keyring;
  /** Null if mail is not configured. */
  mail: { postbox: Postbox; transport: MailTransport } | null;
  http: ProbeParts["http"] & { baseUrl: () => string; safeModeReason: () => string | null };
  /** Sends to subscribers' webhooks. */
  courier: Courier;
  chain: ChainReader | null;
  startedAt: number;
  /** Latency of the last 24 clock hours over all keys, oldest first. */
  latencyByHour: (mounted: Mounted, now: number) => HourLatency[];
}

/** Retention of status history: a year plus a margin. */
const STATUS_DAYS = 400;
const UNCONFIRMED_DAYS = 7;
const OFF_DAYS = 30;
const NOTICE_DAYS = 30;
const POLL_MS = 2 * SECOND_MS;

/** Status checks, uptime, incidents, maintenance, probes and subscribers. */
export const status: Module<StatusParts, StatusFacts> & { open: typeof openStatus } = {
  name: "status",
  open: openStatus,
  operations: (parts, { site, mounted }) => {
    const { live, status: system, chain, startedAt, latencyByHour } = parts;
    const source: StatusSource = {
      status: system,
      sql: live.read,
      mounted,
      brandName: () => brandOf(site).name,
      chainMode: chain?.mode ?? null,
      installedAt: madeAt(live.read),
      startedAt,
    };
    return [
      ...statusRoutes(source),
      ...interopRoutes(source),
      ...statusPageRoutes(site, { status: system, sql: live.read }, (now) => latencyByHour(mounted, now)),
      ...subscriberRoutes({ site, live, subscriptions: subscriptionsOf(parts), checks: system.checks }),
      ...maintenancePages({ site, live, checks: system.checks.names }),
      ...probeRoutes({ live }),
    ];
  },
  jobs: [statusSnapshot, probesJob],
  checks: [syntheticCheck],
  findings: STATUS_FINDINGS,
  notices: ({ live, clock }) => [
    ...incidentNotices(live.read, clock.now()),
    ...subscriberNotices(live.read, clock.now()),
  ],
  retention: [
    {
      rows: "status snapshots",
      purge: (_, now) => (tx, chunk) => purgeStatus(tx, now - STATUS_DAYS * DAY_MS, chunk),
    },
    {
      rows: "incidents of operators",
      purge: (_, now) => (tx, chunk) => purgeIncidents(tx, now - STATUS_DAYS * DAY_MS, chunk),
    },
    {
      rows: "unconfirmed or failed subscriptions, and sent notices",
      purge: (_, now) => {
        const times = {
          asked: now - UNCONFIRMED_DAYS * DAY_MS,
          off: now - OFF_DAYS * DAY_MS,
          notices: now - NOTICE_DAYS * DAY_MS,
        };
        return (tx, chunk) => purgeSubscribers(tx, times, chunk);
      },
    },
    {
      rows: "hours of probes",
      purge: (_, now) => (tx, chunk) =>
        purgeProbes(tx, Math.floor((now - STATUS_DAYS * DAY_MS) / HOUR_MS), chunk),
    },
  ],
  sealed: [{ table: "status_subscribers", context: "uid", columns: ["target_sealed", "token_sealed"] }],
  background: (parts) => [
    startPolling({
      everyMs: POLL_MS,
      what: "incidents",
      log: parts.log,
      work: (signal) => followUp(parts, signal),
    }),
  ],
  navigation: [{ path: "/admin/maintenance", label: "Maintenance", group: "Status", order: 70 }],
  groups: [
    {
      name: "status",
      order: 90,
      description: "Public status of the service: checks, uptime, incidents, feeds and badges.",
    },
  ],
};

function subscriptionsOf({ keyring, mail, courier, http }: StatusParts): Subscriptions {
  return new Subscriptions({ keyring, postbox: mail?.postbox ?? null, courier, baseUrl: http.baseUrl });
}

/** Logs edits of incidents and tells subscribers about them. Mails and posts wait while safe mode is on. */
export async function followUp(parts: StatusParts, signal: AbortSignal): Promise<void> {
  await logEdits(parts.live, parts.signedLog);
  const subscriptions = subscriptionsOf(parts);
  while (!signal.aborted && parts.http.safeModeReason() === null && subscriptions.hasDue(parts.live.read))
    await parts.live.writer.run((tx) => subscriptions.sendNext(tx));
  if (parts.http.safeModeReason() === null)
    await sendPosts({ ...parts, baseUrl: parts.http.baseUrl }, signal, () => parts.clock.now());
}
