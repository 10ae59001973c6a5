import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { type DayWindow, dayWindowView, enumerateDays, WindowShape } from "../../../http/input/window.ts";
import { Nullable, OneOf } from "../../../http/schema/shapes.ts";
import { DAY_MS, utcDay } from "../../../kit/clock.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { countPlayers } from "../audiences/index.ts";
import { GAME_KEYS, type GameKey } from "../games/index.ts";
import { NO_TURNOVER, type Turnover } from "../payouts/index.ts";
import { assessReturn, setupPayouts } from "./payouts.ts";
import { activeByDay, type DayTurnover, turnoverByDay } from "./store.ts";

const TURNOVER = {
  rounds: Type.Integer({ description: "Number of rounds." }),
  spent: Type.Number({ description: "Salutes spent on plays and purchases." }),
  paid_out: Type.Number({ description: "Salutes paid out by games." }),
  spent_missiles: Type.Integer({ description: "Missiles spent on rounds." }),
  spent_free_spins: Type.Integer({ description: "Free spins spent on rounds." }),
  paid_missiles: Type.Integer({ description: "Missiles paid out." }),
  paid_free_spins: Type.Integer({ description: "Free spins paid out." }),
};

export const ReturnShape = Type.Object(
  {
    rounds: Type.Integer({ description: "Number of spins, and of grid rounds with a reveal." }),
    observed: Type.Number({
      description:
        "Value of these outcomes in salutes: what a spin wins, missiles at the campaign's price and free spins as 0; what the first reveal of a grid round wins. Unlike paid_out, which counts all salutes paid and no missiles.",
    }),
    expected: Type.Number({ description: "Expected value of these outcomes by the weights, in salutes." }),
    low: Type.Number({ description: "Lower bound of the 95 % interval: expected − 1.96·σ·√n." }),
    high: Type.Number({ description: "Upper bound of the 95 % interval: expected + 1.96·σ·√n." }),
    within: Type.Boolean({ description: "Whether the observed value lies within low and high." }),
  },
  {
    title: "GameReturn",
    description:
      "Value of the outcomes compared with its expectation. For the grid, only the first reveal of each round counts.",
  },
);

const GameFigures = Type.Object(
  {
    game_key: OneOf(GAME_KEYS, { description: "Key of the game, as the catalog lists it." }),
    ...TURNOVER,
    return: Nullable(ReturnShape, {
      description: "Value of the outcomes compared with its expectation; null below 100 rounds.",
    }),
  },
  { title: "GameFigures" },
);

const DayFigures = Type.Object(
  {
    day: Type.String({ description: "UTC day, YYYY-MM-DD." }),
    game_key: OneOf(GAME_KEYS, { description: "Key of the game, as the catalog lists it." }),
    active_players: Type.Integer({ description: "Number of players with at least one round." }),
    ...TURNOVER,
  },
  { title: "GameDay" },
);
export type GameDay = Static<typeof DayFigures>;

export const Overview = Type.Object({
  window: WindowShape,
  games: Type.Array(OneOf(GAME_KEYS), { description: "Keys of the games that are counted." }),
  totals: Type.Object(
    {
      players: Type.Integer({ description: "Number of all players." }),
      ...TURNOVER,
      return: Nullable(ReturnShape, {
        description: "Value of the outcomes compared with its expectation; null below 100 rounds.",
      }),
    },
    { description: "Sums over the window and all counted games." },
  ),
  active_players: Type.Array(
    Type.Object({
      day: Type.String({ description: "UTC day, YYYY-MM-DD." }),
      players: Type.Integer({ description: "Number of players." }),
    }),
    {
      description: "Players of at least one of these games, by UTC day.",
    },
  ),
  by_game: Type.Array(GameFigures, { description: "One row per game." }),
  by_day: Type.Array(DayFigures, { description: "One row per UTC day and game." }),
});

/** The games' figures within a window. */
export function readOverview(
  sql: Sql,
  window: DayWindow,
  games: readonly GameKey[],
): Static<typeof Overview> {
  const turnovers = turnoverByDay(sql, window.fromDay).filter(({ game_key }) => games.includes(game_key));
  const payouts = setupPayouts(sql, window.fromDay).filter(({ game }) => games.includes(game));
  const active = new Map(
    activeByDay(sql, window.fromDay).map(({ day, game_key, players }) => [`${day} ${game_key}`, players]),
  );
  const [only] = games;
  const countPlayersOn = (day: number, game: GameKey | "all") => active.get(`${day} ${game}`) ?? 0;
  const activeKey = games.length === 1 && only !== undefined ? only : "all";
  return {
    window: dayWindowView(window),
    games: [...games],
    totals: {
      players: countPlayers(sql),
      ...turnoverView(sumTurnovers(turnovers)),
      return: assessReturn(payouts),
    },
    active_players: enumerateDays(window).map((day) => ({
      day: utcDay(day * DAY_MS),
      players: countPlayersOn(day, activeKey),
    })),
    by_game: games.map((game_key) => ({
      game_key,
      ...turnoverView(sumTurnovers(turnovers.filter((turnover) => turnover.game_key === game_key))),
      return: assessReturn(payouts.filter(({ game }) => game === game_key)),
    })),
    by_day: gameDays(window, { games, turnovers, countPlayersOn }),
  };
}

function gameDays(
  window: DayWindow,
  {
    games,
    turnovers,
    countPlayersOn,
  }: {
    games: readonly GameKey[];
    turnovers: readonly DayTurnover[];
    countPlayersOn: (day: number, game: GameKey) => number;
  },
): GameDay[] {
  const byDayAndGame = new Map(
    turnovers.map((turnover) => [`${turnover.day} ${turnover.game_key}`, turnover]),
  );
  return enumerateDays(window).flatMap((day) =>
    games.map((game_key) => ({
      day: utcDay(day * DAY_MS),
      game_key,
      active_players: countPlayersOn(day, game_key),
      ...turnoverView(byDayAndGame.get(`${day} ${game_key}`) ?? NO_TURNOVER),
    })),
  );
}

export function sumTurnovers(turnovers: readonly Turnover[]): Turnover {
  const sum = { ...NO_TURNOVER };
  for (const turnover of turnovers)
    for (const name of Object.keys(sum) as (keyof Turnover)[]) sum[name] += turnover[name];
  return sum;
}

export function turnoverView(turnover: Turnover) {
  return {
    rounds: turnover.rounds,
    spent: fromHundredths(turnover.spent_salutes),
    paid_out: fromHundredths(turnover.paid_salutes),
    spent_missiles: turnover.spent_missiles,
    spent_free_spins: turnover.spent_free_spins,
    paid_missiles: turnover.paid_missiles,
    paid_free_spins: turnover.paid_free_spins,
  };
}
