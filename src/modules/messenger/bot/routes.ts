import { Type } from "@sinclair/typebox";
import { type Operation, writeOperation } from "../../../http/operation.ts";
import { MESSENGER_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import type { Bot } from "../telegram/index.ts";
import type { MessengerCounters } from "../telemetry/index.ts";
import { BotAccess } from "./access.ts";
import { BotReply } from "./commands.ts";
import { receiveUpdate } from "./receive-update.ts";

/** The webhook that receives the bot's updates from Telegram (contract section 16). */
export function webhookRoutes(bot: Bot | null, counters: MessengerCounters): Operation[] {
  return [
    writeOperation({
      id: "messengerWebhook",
      method: "POST",
      path: `${MESSENGER_PREFIX}webhook`,
      group: MESSENGER_GROUP,
      summary: "Receive an update of the bot",
      outcome: "The update was received; handled says whether the bot understood it.",
      description:
        "The response to a command in a private chat is a Bot API call that Telegram executes. Each update_id counts once within 30 days; a duplicate gets the first answer again. Unknown updates get 200 with handled: false, because Telegram repeats refused updates.",
      access: new BotAccess(bot),
      body: Type.Object(
        {},
        { additionalProperties: true, description: "An Update object of Telegram's Bot API." },
      ),
      response: Type.Object({
        duplicate: Type.Boolean({ description: "Whether the update had been received before." }),
        handled: Type.Boolean({ description: "Whether the bot understood the update." }),
        ...Type.Partial(BotReply).properties,
      }),
      write: (tx, { baseUrl, body }) => {
        const { answer, duplicate, kind } = receiveUpdate(tx, body, baseUrl);
        if (duplicate) counters.count("duplicate", kind);
        return { duplicate, ...answer };
      },
    }),
  ];
}
