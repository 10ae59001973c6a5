import type { Sql } from "../../../db/sql.ts";
import { SOURCE_LOCALE } from "../../../kit/language/locale.ts";
import { type BotReply, COMMANDS, replyTo } from "./commands.ts";
import { botFacts } from "./receive-update.ts";

/** Telegram's ids are positive, so nobody has this one. */
const NOBODY = 0;

export interface PreviewedReply {
  command: string;
  reply: BotReply;
}

/** The reply to each command for a person who has not opened the app. */
export function previewReplies(sql: Sql, baseUrl: string, now: number): PreviewedReply[] {
  const person = { telegramId: NOBODY, languageCode: null, player: null };
  const facts = botFacts(sql, person, { firstName: "Zoé", baseUrl, locale: SOURCE_LOCALE, now });
  return COMMANDS.map((command) => ({ command: `/${command}`, reply: replyTo(command, NOBODY, facts) }));
}
