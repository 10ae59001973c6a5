import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { gatherFacts, isInAudience, toPerson } from "../audiences/index.ts";
import { payReward } from "../balances/index.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import { countProgress } from "../missions/index.ts";
import { isInPeriod } from "../period.ts";
import type { Player } from "../players/index.ts";
import { PROMO_ERRORS } from "./errors.ts";
import { consumeClaim, findPromo, hasClaimed, insertClaim, type PromoRow } from "./store.ts";

/**
 * Redeems a code: claim, reward and mission progress in the caller's transaction.
 * @throws Problem promo_not_found, promo_already_claimed, promo_closed or not_in_audience
 */
export function claimPromo(tx: Tx, player: Player, code: string): PromoRow {
  const promo = findPromo(tx, code);
  if (promo === null || promo.enabled === 0)
    throw new Problem(PROMO_ERRORS.promo_not_found, "Check the code: it is unknown.");
  if (hasClaimed(tx, promo.id, player.row.id))
    throw new Problem(
      PROMO_ERRORS.promo_already_claimed,
      `Try another code: you have claimed ${promo.code}.`,
    );
  if (!isInPeriod(promo, tx.now))
    throw new Problem(PROMO_ERRORS.promo_closed, `Try another code: ${promo.code} is not open now.`);
  if (!isInAudience(tx, promo.audience, gatherFacts(tx, toPerson(player))))
    throw new Problem(
      MESSENGER_ERRORS.not_in_audience,
      `Try another code: ${promo.code} is not open to you.`,
    );
  if (!consumeClaim(tx, promo.id))
    throw new Problem(PROMO_ERRORS.promo_closed, `Try another code: ${promo.code} has no claims left.`);
  pay(tx, player, promo);
  return promo;
}

function pay(tx: Tx, player: Player, promo: PromoRow): void {
  const { reward_kind: kind, reward_amount: amount } = promo;
  const playerId = player.row.id;
  const key = `promo:${insertClaim(tx, promo, playerId)}`;
  payReward(tx, player, { kind, amount, reason: "miniapp.promo", cause: key });
  countProgress(tx, { playerId, kind: "promo_claimed", amount: 1, at: tx.now, key });
  if (kind === "salutes") countProgress(tx, { playerId, kind: "salutes_earned", amount, at: tx.now, key });
}
