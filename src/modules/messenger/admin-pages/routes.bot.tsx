/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import { ShownQuery } from "../../../http/input/paging.ts";
import type { Operation } from "../../../http/operation.ts";
import { Flag } from "../../../http/schema/shapes.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import { adminPage } from "../../platform/admin-page/index.ts";
import { botReadiness, commandHelp, previewReplies, updatesByKind } from "../bot/index.ts";
import type { BotApi } from "../telegram/index.ts";
import { BotContent } from "./bot-page.tsx";
import { HOME } from "./parts.tsx";
import type { DeskParts } from "./routes.overview.tsx";

/** The page about the bot: readiness, updates, replies and set-up. */
export function botPages({ bot, site }: DeskParts, botApi: BotApi): Operation[] {
  return [
    adminPage(site, {
      id: "miniappBotPage",
      path: `${HOME}/bot`,
      summary: "The bot's readiness, updates, replies and set-up",
      title: "Bot",
      query: Type.Object({
        live: Type.Optional(Flag({ description: "Asks Telegram; takes up to 5 s." })),
        ...ShownQuery,
      }),
      content: async ({ baseUrl, now, query, sql }) => {
        const isAsked = query.live === true;
        const { checks, live } = await botReadiness({ bot, botApi }, { baseUrl, isAsked });
        return (
          <BotContent
            checks={checks}
            isLive={live}
            help={commandHelp({ botApi, baseUrl })}
            replies={previewReplies(sql, baseUrl, now)}
            updates={updatesByKind(sql, now - DAY_MS)}
            query={{ ...query, live: isAsked ? 1 : undefined }}
          />
        );
      },
    }),
  ];
}
