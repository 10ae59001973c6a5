import type { Sql } from "../../db/sql.ts";
import type { Person } from "./audiences/index.ts";
import { findPlayer, type PlayerCaller } from "./players/index.ts";

/** The caller as a person, with its player if one exists. */
export function personOfCaller(sql: Sql, { profile, telegramId }: PlayerCaller): Person {
  return { telegramId, languageCode: profile?.languageCode ?? null, player: findPlayer(sql, telegramId) };
}
