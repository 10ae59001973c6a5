import type { ChainReader } from "../../chain/chain-reader.ts";
import { madeAt } from "../../db/migrations/migrate.ts";
import type { Mounted } from "../../http/mounted.ts";
import { type Clock, DAY_MS, HOUR_MS, SECOND_MS } from "../../kit/clock.ts";
import { startPolling } from "../../kit/poll.ts";
import { resolveBrand } from "../../pages/index.ts";
import type { Module } from "../module.ts";
import type { MailTransport, Postbox } from "../platform/mail/index.ts";
import type { Keyring } from "../platform/master-key/index.ts";
import { keep } from "../platform/retention/index.ts";
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
      brandName: () => resolveBrand(site).name,
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
    keep({
      rows: "status snapshots",
      windows: {
        history: {
          tables: ["status_snapshots", "status_hours", "status_incidents"],
          kept: STATUS_DAYS * DAY_MS,
          after: "the snapshot, the hour, the incident's end",
        },
      },
      purge: (tx, { history }, { chunk }) => purgeStatus(tx, history, chunk),
    }),
    keep({
      rows: "incidents of operators",
      windows: {
        incidents: {
          tables: ["operator_incidents", "incident_updates"],
          kept: STATUS_DAYS * DAY_MS,
          after: "the end",
        },
      },
      purge: (tx, { incidents }, { chunk }) => purgeIncidents(tx, incidents, chunk),
    }),
    keep({
      rows: "unconfirmed or failed subscriptions, and sent notices",
      windows: {
        asked: {
          rows: "unconfirmed subscriptions",
          tables: ["status_subscribers"],
          kept: 7 * DAY_MS,
          after: "the request",
        },
        off: {
          rows: "failed subscriptions",
          tables: ["status_subscribers"],
          kept: 30 * DAY_MS,
          after: "the failure",
        },
        notices: {
          rows: "sent notices",
          tables: ["status_notices"],
          kept: 30 * DAY_MS,
          after: "creation",
        },
      },
      purge: (tx, before, { chunk }) => purgeSubscribers(tx, before, chunk),
    }),
    keep({
      rows: "hours of probes",
      windows: { hours: { tables: ["probe_hours"], kept: STATUS_DAYS * DAY_MS, after: "the hour" } },
      purge: (tx, { hours }, { chunk }) => purgeProbes(tx, Math.floor(hours / HOUR_MS), chunk),
    }),
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
