import type { Sql } from "../../../db/sql.ts";
import { findGridSetup, type GridSetup, type Setup } from "../campaigns/index.ts";
import { findOldestLot, type LotRow, listLots } from "./store.ts";

/** A player's id and missiles. */
interface LotHolder {
  id: number;
  missiles: number;
}

/** The rules of a player's next grid round: those of the oldest lot of missiles, otherwise those of the open campaign. */
export function chooseGridSetup(sql: Sql, playerId: number | null, openSetupId: number): Setup<GridSetup> {
  const lot = playerId === null ? null : findOldestLot(sql, playerId, "missiles");
  return findGridSetup(sql, lot?.setup_id ?? openSetupId);
}

/**
 * The lot that pays for a reveal: of the round's own rules first, then the cheapest of at least the round's price. Null for
 * a missile of no lot. A missile bought at a lower price is worth less than the round's: `undefined` if all are.
 */
export function chooseMissileLot(
  sql: Sql,
  { id, missiles }: LotHolder,
  setup: Setup<GridSetup>,
): LotRow | null | undefined {
  const lots = listLots(sql, id, "missiles").map((lot) => ({
    lot,
    price: findGridSetup(sql, lot.setup_id).config.missile_price,
  }));
  const own = lots.find(({ lot }) => lot.setup_id === setup.id);
  if (own !== undefined) return own.lot;
  const sufficient = lots.filter(({ price }) => price >= setup.config.missile_price);
  const [cheapest] = sufficient.sort((a, b) => a.price - b.price);
  if (cheapest?.price === setup.config.missile_price) return cheapest.lot;
  const inLots = lots.reduce((sum, { lot }) => sum + lot.quantity, 0);
  if (missiles === 0 || missiles > inLots) return null;
  return cheapest?.lot;
}
