import type { Sql } from "../../../db/sql.ts";
import { type BotReply, COMMANDS, replyTo } from "./commands.ts";
import { botFacts } from "./take-update.ts";

/** Telegram's ids are positive: nobody has this one. */
const NOBODY = 0;

export interface PreviewedReply {
  command: string;
  reply: BotReply;
}

/** What the bot would answer somebody who has not opened the app, command by command. */
export function previewReplies(sql: Sql, baseUrl: string, now: number): PreviewedReply[] {
  const person = { telegramId: NOBODY, languageCode: null, player: null };
  const facts = botFacts(sql, person, { firstName: "Zoé", baseUrl, now });
  return COMMANDS.map(({ command }) => ({ command: `/${command}`, reply: replyTo(command, NOBODY, facts) }));
}
