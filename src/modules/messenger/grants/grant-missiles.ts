import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { payReward } from "../balances/index.ts";
import { requirePlayer } from "../players/index.ts";
import { grantedOn, insertGrant } from "./store.ts";

export interface Grant {
  telegramId: number;
  missiles: number;
  reason: string;
  /** Maximum missiles granted per UTC day by all operators together. */
  perDay: number;
  /** Idempotency key of the page's form; null for the API. */
  key: string | null;
}

/**
 * Grants missiles to a player: grant, entry and audit record in the caller's transaction.
 * @throws Problem player_not_found, or state_conflict above the daily maximum
 */
export function grantMissiles(tx: Tx, actor: Actor, grant: Grant): { id: number; grantedToday: number } {
  const { telegramId, missiles, reason, perDay, key: formKey } = grant;
  const player = requirePlayer(tx, telegramId);
  const day = Math.floor(tx.now / DAY_MS);
  const before = grantedOn(tx, day);
  if (before + missiles > perDay)
    throw new Problem(
      "state_conflict",
      `Grant at most ${Math.max(0, perDay - before)} more missiles today: the daily maximum is ${perDay}.`,
      { extra: { granted_today: before, per_day: perDay } },
    );
  const operator = "name" in actor ? actor.name : actor.kind;
  const id = insertGrant(tx, { playerId: player.row.id, missiles, reason, operator, formKey, day });
  const cause = { reason: "miniapp.grant", cause: `grant:${id}` } as const;
  payReward(tx, player, { kind: "missiles", amount: missiles, ...cause });
  recordAudit(tx, actor, {
    action: "missiles.grant",
    subject: `player:${telegramId}`,
    details: { grant: id, missiles, reason },
  });
  return { id, grantedToday: before + missiles };
}
