import type { Sql } from "../../db/sql.ts";
import type { Context } from "../../http/context.ts";
import { readerLocale } from "../../http/input/page-locale.ts";
import { type Locale, SOURCE_LOCALE } from "../../kit/language/locale.ts";
import type { Person } from "./audiences/index.ts";
import { findPlayer, type PlayerCaller } from "./players/index.ts";

/** The caller as a person, with its player if one exists. */
export function personOfCaller(sql: Sql, { profile, telegramId }: PlayerCaller): Person {
  return { telegramId, languageCode: profile?.languageCode ?? null, player: findPlayer(sql, telegramId) };
}

/** The language of our own texts in an answer: the app asks for its page's. */
export function playerLocale(context: Pick<Context, "header">): Locale {
  return readerLocale(context) ?? SOURCE_LOCALE;
}
