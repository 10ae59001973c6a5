import type { Sql, Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { DAY_MS, isoUtc } from "../../../kit/clock.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { spentOn } from "../days/index.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import { resolveLimit } from "./rules.ts";
import { findLimit } from "./store.ts";

/** Hundredths of a salute that a player may still spend today; null without a limit. */
export function leftToday(sql: Sql, playerId: number, now: number): number | null {
  const row = findLimit(sql, playerId);
  if (row === null) return null;
  const day = Math.floor(now / DAY_MS);
  const { daily_salutes: limit } = resolveLimit(row, day);
  return limit === null ? null : Math.max(0, limit - spentOn(sql, playerId, day));
}

/** @param amount hundredths of a salute to be spent. @throws Problem limit_reached */
export function requireWithinLimit(tx: Tx, playerId: number, amount: number): void {
  const left = leftToday(tx, playerId, tx.now);
  if (left === null || amount <= left) return;
  const resetsAt = isoUtc((Math.floor(tx.now / DAY_MS) + 1) * DAY_MS);
  throw new Problem(
    MESSENGER_ERRORS.limit_reached,
    `Wait until ${resetsAt}: by your own limit you may spend ${fromHundredths(left)} salutes more today.`,
    { extra: { left_today: fromHundredths(left), resets_at: resetsAt } },
  );
}
