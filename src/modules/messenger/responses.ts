import { Type } from "@sinclair/typebox";
import type { Sql } from "../../db/sql.ts";
import type { Person } from "./audiences/index.ts";
import { BALANCE_FIELDS, balancesOf } from "./balances/index.ts";
import { CREDENTIAL } from "./fields.ts";
import { MODE_FIELD, modeOf } from "./mode.ts";
import { findPlayer, type PlayerCaller } from "./players/index.ts";

/** Request body of a read without other parameters. */
export const CREDENTIALS_BODY = Type.Object(CREDENTIAL);

/** Fields of every player response. */
export const COMMON_FIELDS = { ...BALANCE_FIELDS, ...MODE_FIELD } as const;

/** The caller as a person, with its player if one exists. */
export function personOfCaller(sql: Sql, { profile, telegramId }: PlayerCaller): Person {
  return { telegramId, languageCode: profile?.languageCode ?? null, player: findPlayer(sql, telegramId) };
}

export function commonFields({ isDemo }: PlayerCaller, { player }: Person) {
  return { ...balancesOf(player), ...modeOf(isDemo) };
}
