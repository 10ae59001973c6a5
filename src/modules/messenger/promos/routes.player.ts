import { Type } from "@sinclair/typebox";
import { Problem } from "../../../http/answers/problem.ts";
import { type Operation, writeOperation } from "../../../http/operation.ts";
import { type RateLimiter, refuseExceeded } from "../../../http/rate-limit.ts";
import { BALANCE_FIELDS, balancesNow, RewardShape, rewardView } from "../balances/index.ts";
import { playerLocale } from "../caller.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import { CREDENTIAL, IDEMPOTENCY_KEY, REPLAYED } from "../fields.ts";
import { MESSENGER_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import { ensurePlayer, type PlayerFor, requireActivePlayer } from "../players/index.ts";
import { promoTitle } from "../starter-texts/index.ts";
import { claimPromo } from "./claim-promo.ts";
import { PROMO_ERRORS } from "./errors.ts";
import { PromoCode } from "./model.ts";
import type { PromoRow } from "./store.ts";

const MISSES_PER_MINUTE = 10;

/** Promo codes for players (contract section 16). */
export function promoRoutes(player: PlayerFor, limiter: () => RateLimiter): Operation[] {
  return [
    writeOperation({
      id: "messengerClaimPromo",
      method: "POST",
      path: `${MESSENGER_PREFIX}games/promos/claim`,
      group: MESSENGER_GROUP,
      summary: "Redeem a promo code",
      outcome: "The promo code was redeemed; the answer has the reward and the new balances.",
      description:
        "Each player can redeem a code once. After ten unknown codes in a minute, the answer is 429.",
      access: player("spend"),
      body: Type.Object({
        ...CREDENTIAL,
        idempotency_key: IDEMPOTENCY_KEY,
        code: PromoCode,
      }),
      response: Type.Object({
        promo: Type.Object(
          {
            code: Type.String({ description: "The code that was redeemed." }),
            title: Type.String({ description: "Title of the promo in one line." }),
          },
          { description: "The promo that was redeemed." },
        ),
        reward: RewardShape,
        ...BALANCE_FIELDS,
        ...REPLAYED,
      }),
      errors: [
        PROMO_ERRORS.promo_not_found,
        PROMO_ERRORS.promo_closed,
        PROMO_ERRORS.promo_already_claimed,
        MESSENGER_ERRORS.not_in_audience,
        "state_conflict",
      ],
      write: (tx, context) => {
        const { actor, body, now } = context;
        const own = requireActivePlayer(ensurePlayer(tx, actor));
        const { code, title, reward_kind, reward_amount } = limitMisses(
          { limiter: limiter(), telegramId: actor.telegramId, now },
          () => claimPromo(tx, own, body.code),
        );
        return {
          promo: { code, title: promoTitle({ code, title }, playerLocale(context)) },
          reward: rewardView({ kind: reward_kind, amount: reward_amount }),
          ...balancesNow(tx, actor.telegramId),
        };
      },
    }),
  ];
}

/** Counts unknown codes per player. @throws Problem rate_limited after ten in a minute */
function limitMisses(
  { limiter, telegramId, now }: { limiter: RateLimiter; telegramId: number; now: number },
  claim: () => PromoRow,
): PromoRow {
  const subject = String(telegramId);
  refuseExceeded(limiter.peek("promo_misses", subject, MISSES_PER_MINUTE), now);
  try {
    return claim();
  } catch (error) {
    if (error instanceof Problem && error.code === "promo_not_found")
      limiter.count("promo_misses", subject, MISSES_PER_MINUTE);
    throw error;
  }
}
