import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { messengerOutcomes, messengerSetups } from "../../../db/tables/messenger/games.ts";
import type { messengerActiveDays } from "../../../db/tables/messenger/scores.ts";
import type { GameKey } from "../games/index.ts";
import type { Turnover } from "../payouts/index.ts";

export interface DayTurnover extends Turnover {
  /** Days since 1970-01-01. */
  day: number;
  game_key: GameKey;
}

const SUMS = `sum(d.rounds) AS rounds, sum(d.spent_salutes) AS spent_salutes, sum(d.spent_missiles) AS spent_missiles,
  sum(d.spent_free_spins) AS spent_free_spins, sum(d.paid_salutes) AS paid_salutes,
  sum(d.paid_missiles) AS paid_missiles, sum(d.paid_free_spins) AS paid_free_spins`;

/** Turnover from a day on, by day and game. */
export function turnoverByDay(sql: Sql, fromDay: number): DayTurnover[] {
  return sql.all<DayTurnover>(
    `SELECT d.day, s.game_key, ${SUMS} FROM messenger_setup_days d JOIN messenger_setups s ON s.id = d.setup_id
       WHERE d.day >= ? GROUP BY d.day, s.game_key`,
    fromDay,
  );
}

export type ActiveDay = RowOf<typeof messengerActiveDays>;

/** Number of active players from a day on, by day and game. */
export function activeByDay(sql: Sql, fromDay: number): ActiveDay[] {
  return sql.all<ActiveDay>(
    "SELECT day, game_key, players FROM messenger_active_days WHERE day >= ?",
    fromDay,
  );
}

export interface SetupOutcome
  extends Pick<RowOf<typeof messengerSetups>, "game_key" | "campaign_key" | "revision">,
    Pick<RowOf<typeof messengerOutcomes>, "setup_id" | "outcome"> {
  rounds: number;
}

/** Counts by setup and outcome from a day on, newest setups first. */
export function listOutcomes(sql: Sql, fromDay: number): SetupOutcome[] {
  return sql.all<SetupOutcome>(
    `SELECT o.setup_id, s.game_key, s.campaign_key, s.revision, o.outcome, sum(o.rounds) AS rounds
       FROM messenger_outcomes o JOIN messenger_setups s ON s.id = o.setup_id
       WHERE o.day >= ? GROUP BY o.setup_id, o.outcome ORDER BY o.setup_id DESC, o.outcome LIMIT 100000`,
    fromDay,
  );
}

/** Turnover of each setup of a game from a day on. */
export function turnoverBySetup(sql: Sql, fromDay: number, game: GameKey): Turnover[] {
  return sql.all<Turnover>(
    `SELECT ${SUMS} FROM messenger_setup_days d JOIN messenger_setups s ON s.id = d.setup_id
       WHERE d.day >= ? AND s.game_key = ? GROUP BY d.setup_id`,
    fromDay,
    game,
  );
}

/** The last UTC day whose commitments are in the signed log; null for none. */
export function lastFairDay(sql: Sql): number | null {
  return (
    sql.get<{ day: number | null }>(
      "SELECT max(day) AS day FROM messenger_fair_days WHERE log_index IS NOT NULL",
    )?.day ?? null
  );
}
