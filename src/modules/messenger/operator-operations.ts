import type { Database } from "../../db/database.ts";
import type { Operation } from "../../http/operation.ts";
import { DAY_MS, HOUR_MS } from "../../kit/clock.ts";
import type { Site } from "../../pages/index.ts";
import type { Retention } from "../platform/retention/index.ts";
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
import { type Bot, type BotApiSettings, botApiOf } from "./telegram/index.ts";
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
    ...botAdminRoutes({ bot, botApi: botApiOf(config), counters: messengerCounters }),
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

const UPDATE_DAYS = 30;
const EVENT_DAYS = 400;
const DECISION_DAYS = 90;
const COUNTER_DAYS = 90;

export const operatorRetention: readonly Retention<object>[] = [
  {
    rows: "updates of the bot",
    purge: (_, now) => (tx, chunk) => purgeUpdates(tx, now - UPDATE_DAYS * DAY_MS, chunk),
  },
  {
    rows: "events and decisions of missions",
    purge: (_, now) => {
      const before = {
        eventsBefore: now - EVENT_DAYS * DAY_MS,
        decisionsBefore: now - DECISION_DAYS * DAY_MS,
      };
      return (tx, chunk) => purgeMissionRecords(tx, before, chunk);
    },
  },
  {
    rows: "counters of the mini-app",
    purge: (_, now) => {
      const before = Math.floor((now - COUNTER_DAYS * DAY_MS) / HOUR_MS);
      return (tx, chunk) => purgeCounters(tx, before, chunk);
    },
  },
];
