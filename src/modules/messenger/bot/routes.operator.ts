import { Type } from "@sinclair/typebox";
import { type Operation, operator, readOperation } from "../../../http/operation.ts";
import { Described, Flag, Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { HOUR_MS, isoUtc } from "../../../kit/clock.ts";
import { MESSENGER_ADMIN_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import type { Bot, BotApi } from "../telegram/index.ts";
import { listCounters, type MessengerCounters } from "../telemetry/index.ts";
import { askTelegram, type LiveFacts } from "./client.ts";
import { commandHelp } from "./command-helper.ts";
import { BotReply } from "./commands.ts";
import { previewReplies } from "./preview.ts";
import { type ReadinessCheck, readiness } from "./readiness.ts";
import { updatesByKind } from "./store.ts";

const PATH = `${MESSENGER_PREFIX}admin/bot`;
const group = MESSENGER_ADMIN_GROUP;
const Live = Type.Optional(Flag({ description: "Asks Telegram; takes up to 5 s." }));

export interface BotDeskParts {
  bot: Bot | null;
  botApi: BotApi;
  counters: MessengerCounters;
}

const Check = Type.Object(
  {
    id: OneOf(["bot_token", "bot_id", "webhook_secret", "https_address", "commands", "menu_button"], {
      description: "Name of the check, the same in every answer.",
    }),
    status: OneOf(["ok", "warn", "bad"], { description: "Result of the check: ok, warn or bad." }),
    message: Type.String({ description: "Explanation in a sentence." }),
    fix: Nullable(Type.String({ description: "The next step; null if the check is ok." })),
  },
  { title: "BotCheck" },
);

const LiveShape = Nullable(
  Type.Object({
    asked_at: Timestamp({ description: "Time of the question to Telegram." }),
    webhook_url: Nullable(Type.String(), {
      description: "Address of Telegram's updates; null if none is set.",
    }),
    pending_updates: Nullable(Type.Integer(), {
      description: "Number of updates waiting at Telegram; null if Telegram did not say.",
    }),
  }),
  { description: "Telegram's current settings; null if it was not asked." },
);

/** Operations about the bot for operators (contract section 16). */
export function botAdminRoutes(parts: BotDeskParts): Operation[] {
  const { botApi } = parts;
  return [
    readOperation({
      id: "readMessengerBotReadiness",
      method: "GET",
      path: `${PATH}/bootstrap-readiness`,
      group,
      summary: "Check whether the bot is ready for players",
      outcome: "The checks of the bot, each with its next step.",
      access: operator("viewer"),
      query: Type.Object({ live: Live }),
      response: Type.Object({
        ready: Type.Boolean({ description: "True if no check is bad." }),
        live: Type.Boolean({ description: "True if Telegram was asked." }),
        checks: Type.Array(Check, { description: "The checks of the bot's set-up." }),
      }),
      read: ({ baseUrl, query }) => botReadiness(parts, { baseUrl, isAsked: query.live === true }),
    }),
    readOperation({
      id: "readMessengerCommandHelper",
      method: "GET",
      path: `${PATH}/command-helper`,
      group,
      summary: "Commands for BotFather, and curl calls that set up the webhook and the commands",
      access: operator("viewer"),
      response: Type.Object({
        commands: Type.Array(
          Type.Object({
            command: Type.String({ description: "The command, as typed in the chat." }),
            description: Type.String({ description: "What the command does." }),
          }),
          { description: "Commands of the bot." },
        ),
        botfather: Type.String({ description: "Text to send to BotFather." }),
        curl: Type.Object(
          {
            set_webhook: Type.String({ description: "Sets the address of Telegram's updates." }),
            set_my_commands: Type.String({ description: "Sets the bot's commands." }),
          },
          { description: "Shell commands that set up the bot." },
        ),
      }),
      read: ({ baseUrl }) => commandHelp({ botApi, baseUrl }),
    }),
    previewOperation(parts),
  ];
}

function previewOperation(parts: BotDeskParts): Operation {
  return readOperation({
    id: "readMessengerBotPreview",
    method: "GET",
    path: `${PATH}/preview`,
    group,
    summary: "The reply to each command, updates by kind, and errors",
    access: operator("viewer"),
    query: Type.Object({
      hours: Type.Integer({
        minimum: 1,
        maximum: 720,
        default: 24,
        description: "Length of the window up to now, in hours.",
      }),
      live: Live,
    }),
    response: Type.Object({
      hours: Type.Integer({ description: "Length of the window, in hours." }),
      commands: Type.Array(
        Type.Object({
          command: Type.String({ description: "The command, as typed in the chat." }),
          reply: Described(BotReply, "The bot's reply to the command."),
        }),
        { description: "Commands of the bot." },
      ),
      updates: Type.Array(
        Type.Object({
          kind: Type.String({ description: "Kind of the update, as Telegram names it." }),
          updates: Type.Integer({ description: "Number of updates from Telegram." }),
          handled: Type.Integer({ description: "Number of updates that the bot understood." }),
        }),
        { description: "Updates from Telegram by kind." },
      ),
      errors: Type.Array(
        Type.Object({
          code: Type.String({ description: "Code of the error." }),
          count: Type.Integer({ description: "Number of occurrences." }),
          last_at: Timestamp({ description: "Time of the last occurrence." }),
        }),
        { description: "The last errors of the bot, newest first." },
      ),
      live: LiveShape,
    }),
    read: async ({ baseUrl, db, now, query }) => {
      const from = now - query.hours * HOUR_MS;
      const fromHour = Math.floor(from / HOUR_MS);
      const live = query.live === true ? await ask(parts) : null;
      const webhook = live?.webhook.ok === true ? live.webhook.value : null;
      return {
        hours: query.hours,
        commands: previewReplies(db.read, baseUrl, now),
        updates: updatesByKind(db.read, from),
        errors: [...listCounters(db.read, fromHour), ...parts.counters.pending()]
          .filter(({ hour, kind }) => hour >= fromHour && kind === "bot_refusal")
          .sort((a, b) => b.last_at - a.last_at)
          .slice(0, 100)
          .map(({ code, count, last_at }) => ({ code, count, last_at: isoUtc(last_at) })),
        live:
          live === null
            ? null
            : {
                asked_at: isoUtc(now),
                webhook_url: webhook?.url ?? null,
                pending_updates: webhook?.pending ?? null,
              },
      };
    },
  });
}

/** Null for a demo bot or a bot without a token. */
async function ask({ botApi, bot }: Pick<BotDeskParts, "bot" | "botApi">): Promise<LiveFacts | null> {
  if (bot === null || bot.token === null || bot.mode === "demo") return null;
  return askTelegram(botApi, bot.token);
}

/** The bot's readiness. @param isAsked compares the settings with Telegram's */
export async function botReadiness(
  parts: Pick<BotDeskParts, "bot" | "botApi">,
  { baseUrl, isAsked }: { baseUrl: string; isAsked: boolean },
): Promise<{ ready: boolean; live: boolean; checks: ReadinessCheck[] }> {
  const { bot } = parts;
  const live = isAsked ? await ask(parts) : null;
  const checks = readiness({
    mode: bot?.mode ?? "off",
    hasToken: bot?.token != null,
    botId: bot?.id ?? null,
    hasWebhookSecret: bot?.webhookSecret != null,
    baseUrl,
    live,
  });
  return { ready: checks.every(({ status }) => status !== "bad"), live: live !== null, checks };
}
