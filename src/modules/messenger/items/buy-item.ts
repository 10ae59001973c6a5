import type { Tx } from "../../../db/sql.ts";
import { invalidPayload } from "../../../http/answers/problem.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { gatherFacts, toPerson } from "../audiences/index.ts";
import { balancesNow, debitSalutes, payReward, type TokenKind } from "../balances/index.ts";
import { findGridSetup, findOpenGrid, findOpenWheel } from "../campaigns/index.ts";
import { type GameKey, notAvailable, requireNotPaused } from "../games/index.ts";
import { addToLot } from "../lots/index.ts";
import { addTurnover, NO_TURNOVER } from "../payouts/index.ts";
import { ensurePlayer, type Player, type PlayerCaller, requireActivePlayer } from "../players/index.ts";
import { type Item, insertPurchase } from "./store.ts";

interface Offer {
  /** Hundredths of a salute per item. */
  price: number;
  maxQuantity: number;
  campaignKey: string;
  /** The rules by which the item is played; their revenue includes the purchase. */
  setupId: number;
}

const MAX_SPINS_PER_PURCHASE = 100;
const GAME_OF: Record<Item, GameKey> = { missile: "recon-grid", spin: "spin-wheel" };
const KIND_OF: Record<Item, TokenKind> = { missile: "missiles", spin: "free_spins" };

/**
 * Buys missiles or free spins with salutes, at the price of the campaign open to the player. They are played by its
 * rules, whatever campaign is open by then.
 * @throws Problem state_conflict, not_available, invalid_payload, limit_reached, insufficient_balance
 */
export function buyItem(tx: Tx, caller: PlayerCaller, { item, quantity }: { item: Item; quantity: number }) {
  const player = requireActivePlayer(ensurePlayer(tx, caller));
  requireNotPaused(tx, GAME_OF[item]);
  const offer = item === "missile" ? missileOffer(tx, player) : spinOffer(tx, player);
  if (quantity > offer.maxQuantity) throw invalidPayload("quantity", `must be at most ${offer.maxQuantity}`);
  const cost = offer.price * quantity;
  if (!Number.isSafeInteger(cost)) throw invalidPayload("quantity", "must be lower: the cost is too large");
  const id = insertPurchase(tx, player.row.id, { item, quantity, cost, campaign_key: offer.campaignKey });
  const cause = { reason: "miniapp.item", cause: `purchase:${id}` } as const;
  debitSalutes(tx, player, { amount: cost, ...cause });
  payReward(tx, player, { kind: KIND_OF[item], amount: quantity, ...cause });
  addToLot(tx, { player_id: player.row.id, kind: KIND_OF[item], setup_id: offer.setupId, quantity });
  addTurnover(tx, offer.setupId, { ...NO_TURNOVER, spent_salutes: cost });
  return {
    purchase: { id, item, quantity, cost: fromHundredths(cost) },
    ...balancesNow(tx, caller.telegramId),
  };
}

function missileOffer(tx: Tx, player: Player): Offer {
  const { campaign, reason } = findOpenGrid(tx, gatherFacts(tx, toPerson(player)), tx.now);
  if (campaign === null) throw notAvailable(reason);
  const { missile_price, max_missiles_per_purchase } = findGridSetup(tx, campaign.setup_id).config;
  return {
    price: missile_price,
    maxQuantity: max_missiles_per_purchase,
    campaignKey: campaign.key,
    setupId: campaign.setup_id,
  };
}

/** A free wheel sells no spins: they would bypass its waiting time. */
function spinOffer(tx: Tx, player: Player): Offer {
  const { campaign, reason } = findOpenWheel(tx, gatherFacts(tx, toPerson(player)), tx.now);
  if (campaign === null) throw notAvailable(reason);
  if (campaign.cost === 0) throw notAvailable("nothing_to_buy");
  return {
    price: campaign.cost,
    maxQuantity: MAX_SPINS_PER_PURCHASE,
    campaignKey: campaign.key,
    setupId: campaign.setup_id,
  };
}
