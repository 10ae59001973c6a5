import type { Database } from "../../db/database.ts";
import type { RateLimiter } from "../../http/rate-limit.ts";
import type { Limits } from "../../http/services.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../kit/clock.ts";
import { startPolling } from "../../kit/poll.ts";
import type { Logger } from "../../kit/process/log.ts";
import type { Module } from "../module.ts";
import type { Keyring } from "../platform/master-key/index.ts";
import { keep } from "../platform/retention/index.ts";
import { ACCESS_FINDINGS, type AccessFacts } from "./findings.ts";
import { keysPages, USE_DAYS } from "./keys/index.ts";
import { openAccess } from "./open.ts";
import {
  accountRoutes,
  linkRoutes,
  type OperatorUse,
  operatorNotices,
  operatorsRoutes,
  passkeySignInRoutes,
  purgeCredentials,
  SignInGuard,
  sessionOperations,
  sessionsRoutes,
  signInRoutes,
  tokenOperations,
  tokenPages,
} from "./operators/index.ts";
import { Challenges, purgeChallenges } from "./passkeys/index.ts";
import { purgeRefusals, type RefusalRecorder } from "./refusals/index.ts";
import {
  createLatencyReports,
  latencyRoutes,
  purgeUsage,
  readKeyUse,
  USAGE_DAYS,
  type UsageRecorder,
  usageRoutes,
} from "./usage/index.ts";

export interface AccessParts {
  live: Database;
  sandbox: Database;
  keyring: Keyring;
  usage: UsageRecorder;
  refusals: RefusalRecorder;
  operatorUse: OperatorUse;
  log: Logger;
  http: { limiter: RateLimiter; limits: Limits };
}

const USAGE_FLUSH_MS = 5 * SECOND_MS;

/** The callers: partner keys and operators, with their usage. */
export const access: Module<AccessParts, AccessFacts> & { open: typeof openAccess } = {
  name: "access",
  open: openAccess,
  operations: ({ live, sandbox, keyring, usage, http }, { site, mounted }) => {
    const parts = { site, live, keyring };
    const challenges = new Challenges(live, keyring);
    const guard = new SignInGuard(() => http.limiter, http.limits.failedAuth);
    return [
      ...usageRoutes(usage),
      ...latencyRoutes(createLatencyReports([live.read, sandbox.read], usage, mounted)),
      ...signInRoutes({ ...parts, guard }),
      ...linkRoutes({ ...parts, guard, challenges }),
      ...passkeySignInRoutes({ ...parts, guard, challenges }),
      ...keysPages({
        site,
        keyring,
        chooseFile: (mode) => (mode === "live" ? live : sandbox),
        readUse: (sql, keyId, now) => readKeyUse(sql, usage, { keyId, days: USE_DAYS, now }),
      }),
      ...operatorsRoutes(parts),
      ...sessionsRoutes(parts),
      ...tokenPages(parts),
      ...tokenOperations(),
      ...sessionOperations(),
      ...accountRoutes({ ...parts, guard, challenges }),
    ];
  },
  findings: ACCESS_FINDINGS,
  retention: [
    keep({
      rows: "usage minutes",
      windows: {
        minutes: {
          tables: ["usage_minutes", "usage_rollups"],
          kept: USAGE_DAYS * DAY_MS,
          after: "the minute",
        },
      },
      purge: (tx, { minutes }, { chunk }) => purgeUsage(tx, Math.floor(minutes / MINUTE_MS), chunk),
    }),
    keep({
      rows: "counts of refusals",
      windows: {
        // Cells can be exported for 30 days.
        cells: {
          rows: "counts of refusals by hour",
          tables: ["refusal_cells"],
          kept: 31 * DAY_MS,
          after: "the hour",
        },
        // New paths are compared with those of 90 days, and the window before.
        paths: {
          rows: "counts of refusals by path",
          tables: ["refusal_paths", "refusal_suppressions"],
          kept: 92 * DAY_MS,
          after: "the hour",
        },
      },
      purge: (tx, { cells, paths }, { chunk }) => {
        const before = { cellsBefore: Math.floor(cells / HOUR_MS), pathsBefore: Math.floor(paths / HOUR_MS) };
        return purgeRefusals(tx, before, chunk);
      },
    }),
    keep({
      rows: "challenges of passkeys",
      windows: { challenges: { tables: ["used_passkey_challenges"], kept: 0, after: "expiry" } },
      purge: (tx, { challenges }, { chunk }) => purgeChallenges(tx, challenges, chunk),
    }),
    keep({
      rows: "operator credentials",
      windows: {
        credentials: {
          tables: ["operator_tokens", "operator_links", "operator_sessions"],
          kept: 0,
          after: "expiry",
        },
      },
      purge: (tx, { credentials }, { chunk }) => purgeCredentials(tx, credentials, chunk),
    }),
  ],
  sealed: [
    { table: "partner_keys", context: "key_id", columns: ["secret_sealed", "previous_secret_sealed"] },
    { table: "operators", context: "name", columns: ["totp_sealed"] },
  ],
  notices: ({ live }) => operatorNotices(live.read),
  navigation: [
    { path: "/admin/partners", label: "Partners and keys", group: "Partners", order: 20 },
    { path: "/admin/operators", label: "Operators", group: "System", order: 130 },
    { path: "/admin/account", label: "Your account", group: "System", order: 140 },
  ],
  groups: [
    {
      name: "account",
      order: 10,
      description: "Your key: its permissions, status and usage, and every error code.",
    },
    {
      name: "operators",
      order: 170,
      description: "Operators' work for partners; with an operator's token.",
    },
  ],
  recorders: ({ usage, refusals, operatorUse }) => ({
    usage,
    refusals: { flush: () => refusals.settle() },
    "use of tokens and sessions": operatorUse,
  }),
  background: ({ usage, refusals, operatorUse, log }) => [
    startPolling({ everyMs: USAGE_FLUSH_MS, what: "usage", log, work: () => usage.flush() }),
    startPolling({
      everyMs: MINUTE_MS,
      what: "use of tokens and sessions",
      log,
      work: () => operatorUse.flush(),
    }),
    startPolling({ everyMs: MINUTE_MS, what: "refusals", log, work: () => refusals.store() }),
  ],
};
