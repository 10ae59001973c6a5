/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import { dayWindow, WindowQuery } from "../../../http/input/window.ts";
import { type Operation, seeOther } from "../../../http/operation.ts";
import { OneOf, Text } from "../../../http/schema/shapes.ts";
import type { Site } from "../../../pages/index.ts";
import { adminForm, adminPage } from "../../platform/admin-page/index.ts";
import { GAME_KEYS } from "../games/index.ts";
import { pauseGame, readGameState, resumeGame } from "../pauses/index.ts";
import { readOverview, rolloutChecklist } from "../reports/index.ts";
import type { Bot } from "../telegram/index.ts";
import { OverviewContent } from "./overview-page.tsx";
import { HOME } from "./parts.tsx";

export interface DeskParts {
  site: Site;
  live: Database;
  bot: Bot | null;
}

/** The mini-app's overview page and the forms of its kill switch. */
export function overviewPages({ bot, live, site }: DeskParts): Operation[] {
  return [
    adminPage(site, {
      id: "miniappPage",
      path: HOME,
      summary: "The mini-app's figures, rollout checklist and kill switch",
      title: "Mini-app",
      query: Type.Object(WindowQuery),
      content: ({ now, query, reader, sql }) => {
        const window = dayWindow(query, now);
        const games = GAME_KEYS;
        const hasWebhookSecret = bot?.webhookSecret != null;
        return (
          <OverviewContent
            reader={reader}
            now={now}
            overview={readOverview(sql, window, games)}
            games={games.map((game) => readGameState(sql, game))}
            checklist={rolloutChecklist({ sql, now, window, games, hasWebhookSecret })}
          />
        );
      },
    }),
    adminForm(site, {
      id: "pauseGameForm",
      path: `${HOME}/pause`,
      summary: "Pause a game for all players",
      done: "The game is paused.",
      role: "operator",
      form: Type.Object({ game_key: OneOf(GAME_KEYS), reason: Text(200) }),
      submit: async ({ actor, body }) => {
        await live.writer.run((tx) => pauseGame(tx, actor, { game: body.game_key, reason: body.reason }));
        return seeOther(`${HOME}#games`);
      },
    }),
    adminForm(site, {
      id: "resumeGameForm",
      path: `${HOME}/resume`,
      summary: "Resume a paused game",
      done: "The game is open again.",
      role: "operator",
      form: Type.Object({ game_key: OneOf(GAME_KEYS) }),
      submit: async ({ actor, body }) => {
        await live.writer.run((tx) => resumeGame(tx, actor, { game: body.game_key, reason: null }));
        return seeOther(`${HOME}#games`);
      },
    }),
  ];
}
