import { Type } from "@sinclair/typebox";
import type { Sql } from "../../db/sql.ts";
import type { Person } from "./audiences/index.ts";
import { BALANCE_FIELDS, balancesOf } from "./balances/index.ts";
import { CREDENTIAL } from "./fields.ts";
import { MODE_FIELD, modeOf } from "./mode.ts";
import { findPlayer, type PlayerCaller } from "./players/index.ts";

/** The body of a read that takes nothing but credentials. */
export const CREDENTIALS_BODY = Type.Object(CREDENTIAL);

/** What every game answer carries. */
export const FRAME = { ...BALANCE_FIELDS, ...MODE_FIELD } as const;

/** The caller as reads see it: a player where there is one. */
export function readerOf(sql: Sql, { profile, telegramId }: PlayerCaller): Person {
  return { telegramId, languageCode: profile?.languageCode ?? null, player: findPlayer(sql, telegramId) };
}

export function frameOf({ isDemo }: PlayerCaller, { player }: Person) {
  return { ...balancesOf(player), ...modeOf(isDemo) };
}
