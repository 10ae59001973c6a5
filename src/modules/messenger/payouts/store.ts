import type { RowOf } from "../../../db/row.ts";
import type { Tx } from "../../../db/sql.ts";
import type { messengerSetupDays, messengerSetupTotals } from "../../../db/tables/messenger/games.ts";
import { DAY_MS } from "../../../kit/clock.ts";

/** What a setup took and paid in one play; salutes in hundredths. */
export type Flow = Pick<
  RowOf<typeof messengerSetupDays>,
  | "rounds"
  | "spent_salutes"
  | "spent_missiles"
  | "spent_free_spins"
  | "paid_salutes"
  | "paid_missiles"
  | "paid_free_spins"
>;

/** Nothing taken, nothing paid. */
export const NO_FLOW: Flow = {
  rounds: 0,
  spent_salutes: 0,
  spent_missiles: 0,
  spent_free_spins: 0,
  paid_salutes: 0,
  paid_missiles: 0,
  paid_free_spins: 0,
};

/** Adds to what a setup took and paid today. */
export function addFlow(tx: Tx, setupId: number, flow: Flow): void {
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
    flow.rounds,
    flow.spent_salutes,
    flow.spent_missiles,
    flow.spent_free_spins,
    flow.paid_salutes,
    flow.paid_missiles,
    flow.paid_free_spins,
  );
}

/** Counts an outcome of a setup and adds its value, in hundredths. Returns all its rounds and their value. */
export function addOutcome(
  tx: Tx,
  setupId: number,
  outcome: number,
  value: number,
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
