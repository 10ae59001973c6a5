import { SECOND_MS } from "../../../kit/clock.ts";
import { hashOf } from "./init-data.ts";

/** Init data as Telegram creates it for the bot with this token. @param authDate Unix milliseconds */
export function signInitData(token: string, user: object, authDate: number, startParam?: string): string {
  const fields = new Map([
    ["auth_date", String(Math.floor(authDate / SECOND_MS))],
    ["query_id", "AAHdF6IQAAAAAN0XohDhrOrc"],
    ["user", JSON.stringify(user)],
    ...(startParam === undefined ? [] : [["start_param", startParam] as const]),
  ]);
  fields.set("hash", hashOf(fields, token));
  return [...fields].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
}
