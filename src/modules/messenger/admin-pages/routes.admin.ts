import type { Operation } from "../../../http/operation.ts";
import type { AudienceSizes } from "../audiences/index.ts";
import { type BotApiSettings, createBotApi } from "../telegram/index.ts";
import { campaignPages } from "./campaigns/routes.campaigns.tsx";
import { missionPages } from "./missions/routes.missions.tsx";
import { botPages } from "./routes.bot.tsx";
import { type DeskParts, overviewPages } from "./routes.overview.tsx";
import { playerPages } from "./routes.players.tsx";
import { wheelPages } from "./wheel/routes.wheel.tsx";

interface MiniappPagesParts extends DeskParts {
  sizes: AudienceSizes;
  config: BotApiSettings & { miniappMaxExpectedValue: number; miniappGrantsPerDay: number };
}

/** The mini-app's admin pages, under /admin/miniapp. */
export function miniappPages(parts: MiniappPagesParts): Operation[] {
  const { config, sizes } = parts;
  return [
    ...overviewPages(parts),
    ...campaignPages(parts, sizes),
    ...wheelPages(parts, config.miniappMaxExpectedValue),
    ...missionPages(parts, sizes),
    ...playerPages(parts, config.miniappGrantsPerDay),
    ...botPages(parts, createBotApi(config)),
  ];
}
