import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { type DayWindow, dayWindowView, WindowShape } from "../../../http/input/window.ts";
import { Nullable } from "../../../http/schema/shapes.ts";
import { findWheelSetup } from "../campaigns/index.ts";
import { findPause, type GameKey } from "../games/index.ts";
import { ReturnShape, sumTurnovers, turnoverView } from "./overview.ts";
import { assessReturn, roundToCents, type SetupPayout, setupPayouts } from "./payouts.ts";
import { turnoverBySetup } from "./store.ts";

const OutcomeReport = Type.Object(
  {
    key: Type.String({ description: "Key of the campaign." }),
    revision: Type.Integer({ description: "Revision of the campaign." }),
    rounds: Type.Integer({ description: "Number of rounds; for the grid, those with a first reveal." }),
    labels: Type.Array(Type.String(), {
      description: "Labels of the outcomes, in the order of observed and expected.",
    }),
    observed: Type.Array(Type.Integer(), { description: "Observed number of each outcome." }),
    expected: Type.Array(Type.Number(), { description: "Expected number of each outcome." }),
    chi2: Nullable(
      Type.Number({
        description: "Chi-squared statistic of the fit; null if an outcome's expected count is below 5.",
      }),
    ),
    p: Nullable(
      Type.Number({
        description: "Probability of a fit at least as bad if the weights are correct; null without chi2.",
      }),
    ),
    return: Nullable(ReturnShape, {
      description: "Payout of the rounds compared with its expectation; null below 100 rounds.",
    }),
  },
  { title: "OutcomeReport" },
);
export type OutcomeReportView = Static<typeof OutcomeReport>;

export const GameReport = {
  window: WindowShape,
  campaigns: Type.Array(OutcomeReport, { description: "Outcomes of each campaign's revisions." }),
  costs: Type.Object(
    {
      rounds: Type.Integer({ description: "Number of rounds." }),
      spent: Type.Number({ description: "Salutes spent in the window." }),
      paid_out: Type.Number({ description: "Total payout in salutes." }),
      spent_missiles: Type.Integer({ description: "Missiles spent in the window." }),
      spent_free_spins: Type.Integer({ description: "Free spins spent in the window." }),
      paid_missiles: Type.Integer({ description: "Missiles paid out in the window." }),
      paid_free_spins: Type.Integer({ description: "Free spins paid out in the window." }),
    },
    {
      title: "GameCosts",
      description: "Salutes, missiles and free spins spent and paid out within the window.",
    },
  ),
  paused: Nullable(Type.String({ description: "Reason of the pause; null if the game is not paused." })),
};

const GRID_LABELS = ["empty", "target", "mine"];

/** Observed outcomes of a game compared with its weights, one report per played revision. */
export function readOutcomes(sql: Sql, window: DayWindow, game: GameKey) {
  const payouts = setupPayouts(sql, window.fromDay).filter((each) => each.game === game);
  const turnovers = turnoverBySetup(sql, window.fromDay, game);
  return {
    window: dayWindowView(window),
    campaigns: payouts.map((payout) => outcomeReport(sql, payout)),
    costs: turnoverView(sumTurnovers(turnovers)),
    paused: findPause(sql, game)?.reason ?? null,
  };
}

function outcomeReport(sql: Sql, payout: SetupPayout): OutcomeReportView {
  const { fit, key, observed, probabilities, revision, rounds } = payout;
  return {
    key,
    revision,
    rounds,
    labels: labelsOf(sql, payout),
    observed,
    expected: probabilities.map((probability) => roundToCents(probability * rounds)),
    chi2: fit?.chi2 ?? null,
    p: fit?.p ?? null,
    return: assessReturn([payout]),
  };
}

function labelsOf(sql: Sql, { game, setupId }: SetupPayout): string[] {
  return game === "spin-wheel"
    ? findWheelSetup(sql, setupId).config.segments.map(({ label }) => label)
    : GRID_LABELS;
}
