import type { Sql } from "../../../db/sql.ts";
import { findGridSetup, findWheelSetup } from "../campaigns/index.ts";
import type { GameKey } from "../games/index.ts";
import {
  chiSquared,
  type Fit,
  firstRevealOutcomes,
  type Moments,
  moments,
  type Outcome,
  wheelOutcomes,
  Z_95,
} from "../odds/index.ts";
import { listOutcomes, type SetupOutcome } from "./store.ts";

/** Observed outcomes of one revision of a campaign. */
export interface SetupPayout {
  setupId: number;
  game: GameKey;
  key: string;
  revision: number;
  rounds: number;
  /** Counts by outcome: a wheel's segments; for a grid's first reveals empty, target, mine. */
  observed: number[];
  probabilities: number[];
  fit: Fit | null;
  /** Value of these outcomes in salutes: missiles at the campaign's price, free spins as 0. */
  value: number;
  /** Mean and standard deviation of an outcome's value, in salutes. */
  moments: Moments;
}

/** Revisions played from a day on, newest first. */
export function setupPayouts(sql: Sql, fromDay: number): SetupPayout[] {
  const bySetup = Map.groupBy(listOutcomes(sql, fromDay), ({ setup_id }) => setup_id);
  return [...bySetup].flatMap(([setupId, rows]) => {
    const [first] = rows;
    if (first === undefined) return [];
    const counts = new Map(rows.map(({ outcome, rounds }) => [outcome, rounds]));
    const expected = expectedOutcomes(sql, first);
    const observed = expected.map((_, outcome) => counts.get(outcome) ?? 0);
    const probabilities = expected.map(({ probability }) => probability);
    return [
      {
        setupId,
        game: first.game_key,
        key: first.campaign_key,
        revision: first.revision,
        rounds: observed.reduce((sum, count) => sum + count, 0),
        observed,
        probabilities,
        fit: chiSquared(observed, probabilities),
        value: observed.reduce((sum, count, outcome) => sum + count * (expected[outcome]?.value ?? 0), 0),
        moments: moments(expected),
      },
    ];
  });
}

function expectedOutcomes(sql: Sql, { game_key, setup_id }: SetupOutcome): Outcome[] {
  if (game_key === "recon-grid") return firstRevealOutcomes(findGridSetup(sql, setup_id).config);
  const { missile_price, segments } = findWheelSetup(sql, setup_id).config;
  return wheelOutcomes(segments, missile_price);
}

export interface Return {
  rounds: number;
  /** Salutes. */
  observed: number;
  expected: number;
  low: number;
  high: number;
  within: boolean;
}

const MIN_ROUNDS = 100;

/** The value of the outcomes compared with its 95 % interval, expected ± 1.96·σ·√n; null below 100 rounds. */
export function assessReturn(payouts: readonly SetupPayout[]): Return | null {
  const rounds = payouts.reduce((sum, each) => sum + each.rounds, 0);
  if (rounds < MIN_ROUNDS) return null;
  const observed = payouts.reduce((sum, each) => sum + each.value, 0);
  const expected = payouts.reduce((sum, each) => sum + each.rounds * each.moments.mean, 0);
  const variance = payouts.reduce((sum, each) => sum + each.rounds * each.moments.sigma ** 2, 0);
  const margin = Z_95 * Math.sqrt(variance);
  const [low, high] = [expected - margin, expected + margin];
  return {
    rounds,
    observed: roundToCents(observed),
    expected: roundToCents(expected),
    low: roundToCents(low),
    high: roundToCents(high),
    within: observed >= low && observed <= high,
  };
}

/** Rounds to two decimals, the precision of salutes. */
export function roundToCents(value: number): number {
  return Math.round(value * 100) / 100;
}
