import type { RowOf } from "../../../db/row.ts";
import type { Tx } from "../../../db/sql.ts";
import type { messengerSetupDays, messengerSetupTotals } from "../../../db/tables/messenger/games.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import type { GameKey } from "../games/index.ts";

/** Rounds, revenue and payout of a setup; salutes in hundredths. */
export type Turnover = Pick<
  RowOf<typeof messengerSetupDays>,
  | "rounds"
  | "spent_salutes"
  | "spent_missiles"
  | "spent_free_spins"
  | "paid_salutes"
  | "paid_missiles"
  | "paid_free_spins"
>;

export const NO_TURNOVER: Turnover = {
  rounds: 0,
  spent_salutes: 0,
  spent_missiles: 0,
  spent_free_spins: 0,
  paid_salutes: 0,
  paid_missiles: 0,
  paid_free_spins: 0,
};

/** Adds to a setup's turnover of the current UTC day. */
export function addTurnover(tx: Tx, setupId: number, turnover: Turnover): void {
  tx.run(
    `INSERT INTO messenger_setup_days (day, setup_id, rounds, spent_salutes, spent_missiles, spent_free_spins,
       paid_salutes, paid_missiles, paid_free_spins) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (day, setup_id) DO UPDATE SET rounds = rounds + excluded.rounds,
         spent_salutes = spent_salutes + excluded.spent_salutes,
         spent_missiles = spent_missiles + excluded.spent_missiles,
         spent_free_spins = spent_free_spins + excluded.spent_free_spins,
         paid_salutes = paid_salutes + excluded.paid_salutes,
         paid_missiles = paid_missiles + excluded.paid_missiles,
         paid_free_spins = paid_free_spins + excluded.paid_free_spins`,
    Math.floor(tx.now / DAY_MS),
    setupId,
    turnover.rounds,
    turnover.spent_salutes,
    turnover.spent_missiles,
    turnover.spent_free_spins,
    turnover.paid_salutes,
    turnover.paid_missiles,
    turnover.paid_free_spins,
  );
}

/** Begins the totals of a game's setups anew. */
export function forgetTotals(tx: Tx, game: GameKey): void {
  tx.run(
    "DELETE FROM messenger_setup_totals WHERE setup_id IN (SELECT id FROM messenger_setups WHERE game_key = ?)",
    game,
  );
}

/** Counts an outcome and adds its value in hundredths of a salute. Returns the setup's total rounds and value. */
export function addOutcome(
  tx: Tx,
  { setupId, outcome, value }: { setupId: number; outcome: number; value: number },
): { rounds: number; value: number } {
  tx.run(
    `INSERT INTO messenger_outcomes (setup_id, outcome, day, rounds) VALUES (?, ?, ?, 1)
       ON CONFLICT (setup_id, outcome, day) DO UPDATE SET rounds = rounds + 1`,
    setupId,
    outcome,
    Math.floor(tx.now / DAY_MS),
  );
  const total = tx.get<Pick<RowOf<typeof messengerSetupTotals>, "rounds" | "value">>(
    `INSERT INTO messenger_setup_totals (setup_id, rounds, value) VALUES (?, 1, ?)
       ON CONFLICT (setup_id) DO UPDATE SET rounds = rounds + 1, value = value + excluded.value
       RETURNING rounds, value`,
    setupId,
    value,
  );
  return total ?? { rounds: 1, value };
}
