import { DAY_MS } from "../../kit/clock.ts";
import type { Logger } from "../../kit/log.ts";
import type { Treasury } from "../ledger/settlements/index.ts";
import type { Module } from "../module.ts";
import type { Notice } from "../platform/notices/index.ts";
import { overviewRoutes } from "./overview/index.ts";
import {
  dayOf,
  type GuardParts,
  preflightJob,
  preflightRoutes,
  purgeSnapshots,
  watchGuards,
} from "./preflight/index.ts";
import { type InstallationParts, installationPages } from "./readiness/index.ts";
import { settlementPages } from "./settlement-desk/index.ts";

export interface DeskParts extends Omit<GuardParts, "installation"> {
  log: Logger;
  startedAt: number;
  treasury: Treasury;
  /** What waits for an operator, over all modules. */
  notices: () => Notice[];
  /** What doctor says and every setting, read anew at each call. */
  installation: GuardParts["installation"] & Pick<InstallationParts, "findings" | "settings">;
}

/** The longest look back at the guards, with its baseline, is 425 days. */
const GUARD_DAYS = 430;

/** The operators' desk. */
export const desk: Module<DeskParts> = {
  name: "desk",
  operations: ({ live, startedAt, treasury, notices, installation }, { site }) => [
    ...overviewRoutes({ site, live, startedAt, notices }),
    ...settlementPages({ site, live, treasury }),
    ...installationPages({ site, ...installation }),
    ...preflightRoutes(live, startedAt),
  ],
  jobs: [preflightJob],
  retention: [
    {
      rows: "preflight snapshots",
      purge: (_, now) => (tx, chunk) => purgeSnapshots(tx, dayOf(now - GUARD_DAYS * DAY_MS), chunk),
    },
  ],
  background: (parts) => [watchGuards(parts)],
  groups: [{ name: "ops", order: 200, description: "The operators' desk, for programs." }],
  navigation: [
    { path: "/admin", label: "Overview", order: 10 },
    { path: "/admin/settlements", label: "Settlements", order: 40 },
    { path: "/admin/ops/readiness", label: "Readiness", order: 100 },
    { path: "/admin/ops/config", label: "Configuration", order: 110 },
  ],
};
