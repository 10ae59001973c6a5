import type { Database } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Logger } from "../../kit/log.ts";
import type { RefusalRecorder } from "../access/refusals/index.ts";
import type { Treasury } from "../ledger/settlements/index.ts";
import type { Module } from "../module.ts";
import type { Notice } from "../platform/notices/index.ts";
import { digestRoutes, suppressionForms, suppressionNotices } from "./digest-403/index.ts";
import { noiseRoutes } from "./noise-403/index.ts";
import { overviewRoutes } from "./overview/index.ts";
import { type InstallationParts, installationPages } from "./readiness/index.ts";
import { settlementPages } from "./settlement-desk/index.ts";

export interface DeskParts {
  live: Database;
  clock: Clock;
  log: Logger;
  refusals: RefusalRecorder;
  startedAt: number;
  treasury: Treasury;
  /** What waits for an operator, over all modules. */
  notices: () => Notice[];
  /** What doctor says and every setting, read anew at each call. */
  installation: Pick<InstallationParts, "findings" | "settings">;
}

/** The operators' desk. */
export const desk: Module<DeskParts> = {
  name: "desk",
  operations: ({ live, log, refusals, startedAt, treasury, notices, installation }, { site }) => [
    ...overviewRoutes({ site, live, startedAt, notices }),
    ...settlementPages({ site, live, treasury }),
    ...installationPages({ site, ...installation }),
    ...digestRoutes(site, { live, log, refusals }),
    ...suppressionForms(site, { live, refusals }),
    ...noiseRoutes({ live, refusals, log }),
  ],
  notices: ({ refusals, clock }) => suppressionNotices(refusals.suppressions, clock.now()),
  navigation: [
    { path: "/admin", label: "Overview", order: 10 },
    { path: "/admin/settlements", label: "Settlements", order: 40 },
    { path: "/admin/ops/403-digest", label: "403 digest", order: 90 },
    { path: "/admin/ops/readiness", label: "Readiness", order: 100 },
    { path: "/admin/ops/config", label: "Configuration", order: 110 },
  ],
  groups: [
    {
      name: "ops",
      order: 180,
      description: "The operators' desk: refusals, alerts, incidents, guards, links and their exports.",
    },
  ],
};
