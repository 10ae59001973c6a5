import type { Tx } from "../../../db/sql.ts";
import { payReward } from "../balances/index.ts";
import { findPlayer, type Player, recordGift, storePlayer, type Welcome } from "../players/index.ts";
import type { Seeds } from "../seeds/index.ts";

/** What a new player gets: hundredths of a salute, and missiles. */
interface Gift {
  salutes: number;
  missiles: number;
}

interface WelcomeParts {
  /** Creates the partner of the players if missing. */
  ensureHouse: (tx: Tx) => number;
  seeds: Seeds;
  gift: Gift;
}

/** The server commits to a player's first seed in the commit that creates the player. */
export function createWelcome({ ensureHouse, gift, seeds }: WelcomeParts): Welcome {
  return (tx, caller) => {
    ensureHouse(tx);
    const isNew = findPlayer(tx, caller.telegramId) === null;
    const player = storePlayer(tx, caller);
    seeds.ensure(tx, player.row.id);
    if (!isNew || gift.salutes + gift.missiles === 0) return player;
    give(tx, player, gift);
    return findPlayer(tx, caller.telegramId) ?? player;
  };
}

function give(tx: Tx, player: Player, { missiles, salutes }: Gift): void {
  const { id } = player.row;
  recordGift(tx, { id, gift_salutes: salutes, gift_missiles: missiles });
  const cause = { reason: "miniapp.grant", cause: `gift:${id}` } as const;
  payReward(tx, player, { kind: "salutes", amount: salutes, ...cause });
  payReward(tx, player, { kind: "missiles", amount: missiles, ...cause });
}
