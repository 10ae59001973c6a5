import type { Database } from "../../db/database.ts";
import type { Operation } from "../../http/operation.ts";
import { DAY_MS, HOUR_MS } from "../../kit/clock.ts";
import type { Site } from "../../pages/index.ts";
import { keep, type Retention } from "../platform/retention/index.ts";
import { miniappPages } from "./admin-pages/index.ts";
import { AudienceSizes, audienceAdminRoutes } from "./audiences/index.ts";
import { botAdminRoutes, purgeUpdates } from "./bot/index.ts";
import { campaignAdminRoutes } from "./campaign-desk/index.ts";
import { grantRoutes } from "./grants/index.ts";
import { healthRoutes, type PendingUsage } from "./health/index.ts";
import { missionAdminRoutes, purgeMissionRecords } from "./missions/index.ts";
import { pauseRoutes } from "./pauses/index.ts";
import { profileRoutes } from "./profiles/index.ts";
import { promoAdminRoutes } from "./promos/index.ts";
import { reportRoutes } from "./reports/index.ts";
import { type Bot, type BotApiSettings, createBotApi } from "./telegram/index.ts";
import { type MessengerCounters, purgeCounters } from "./telemetry/index.ts";

export interface OperatorParts {
  config: BotApiSettings & { miniappMaxExpectedValue: number; miniappGrantsPerDay: number };
  live: Database;
  bot: Bot | null;
  messengerCounters: MessengerCounters;
  /** Counted requests that are not stored yet. */
  usage: PendingUsage;
}

/** The mini-app's operations and pages for operators. */
export function operatorOperations(
  { bot, config, live, messengerCounters, usage }: OperatorParts,
  site: Site,
): Operation[] {
  const sizes = new AudienceSizes();
  return [
    ...healthRoutes(messengerCounters, usage),
    ...botAdminRoutes({ bot, botApi: createBotApi(config), counters: messengerCounters }),
    ...audienceAdminRoutes(sizes),
    ...campaignAdminRoutes(config.miniappMaxExpectedValue),
    ...promoAdminRoutes(),
    ...missionAdminRoutes(sizes),
    ...reportRoutes(bot),
    ...profileRoutes(),
    ...grantRoutes(config.miniappGrantsPerDay),
    ...pauseRoutes(),
    ...miniappPages({ site, live, bot, sizes, config }),
  ];
}

export const operatorRetention: readonly Retention<object>[] = [
  keep({
    rows: "updates of the bot",
    windows: { updates: { tables: ["bot_updates"], kept: 30 * DAY_MS, after: "arrival" } },
    purge: (tx, { updates }, { chunk }) => purgeUpdates(tx, updates, chunk),
  }),
  keep({
    rows: "events and decisions of missions",
    windows: {
      events: {
        rows: "events of missions",
        tables: ["mission_events"],
        kept: 400 * DAY_MS,
        after: "creation",
      },
      decisions: {
        rows: "decisions of missions",
        tables: ["mission_decisions"],
        kept: 90 * DAY_MS,
        after: "the hour",
      },
    },
    purge: (tx, { events, decisions }, { chunk }) =>
      purgeMissionRecords(tx, { eventsBefore: events, decisionsBefore: decisions }, chunk),
  }),
  keep({
    rows: "counters of the mini-app",
    windows: { hours: { tables: ["messenger_hours"], kept: 90 * DAY_MS, after: "the hour" } },
    purge: (tx, { hours }, { chunk }) => purgeCounters(tx, Math.floor(hours / HOUR_MS), chunk),
  }),
];
