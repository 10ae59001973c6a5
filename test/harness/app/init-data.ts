import { createHmac } from "node:crypto";

interface InitDataContent {
  user: object;
  /** Unix milliseconds. */
  at: number;
  startParam?: string | undefined;
}

/** Init data as Telegram creates it for the bot with this token (core.telegram.org/bots/webapps). */
export function signInitData(token: string, { user, at, startParam }: InitDataContent): string {
  // By name, which is the order of the signed text.
  const fields = {
    auth_date: String(Math.floor(at / 1_000)),
    query_id: "AAHdF6IQAAAAAN0XohDhrOrc",
    ...(startParam === undefined ? {} : { start_param: startParam }),
    user: JSON.stringify(user),
  };
  const text = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  const key = createHmac("sha256", "WebAppData").update(token).digest();
  const hash = createHmac("sha256", key).update(text.join("\n")).digest("hex");
  return Object.entries({ ...fields, hash })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
}
