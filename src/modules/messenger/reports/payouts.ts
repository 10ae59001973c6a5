import type { Sql } from "../../../db/sql.ts";
import { findGridSetup, findWheelSetup, type GridSetup, type WheelSetup } from "../campaigns/index.ts";
import type { GameKey } from "../games/index.ts";
import { chiSquared, type Fit, type Moments, moments, rewardValue, Z_95 } from "../odds/index.ts";
import { outcomesOf } from "./store.ts";

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
  /** Salutes paid for these outcomes. */
  paid: number;
  /** Mean and standard deviation of a round's payout, in salutes. */
  moments: Moments;
}

/** Revisions played from a day on, newest first. */
export function setupPayouts(sql: Sql, fromDay: number): SetupPayout[] {
  const bySetup = Map.groupBy(outcomesOf(sql, fromDay), ({ setup_id }) => setup_id);
  return [...bySetup].flatMap(([setupId, rows]) => {
    const [first] = rows;
    if (first === undefined) return [];
    const counts = new Map(rows.map(({ outcome, rounds }) => [outcome, rounds]));
    const expected =
      first.game_key === "spin-wheel"
        ? wheelExpectation(findWheelSetup(sql, setupId).config)
        : gridExpectation(findGridSetup(sql, setupId).config);
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
        paid: observed.reduce((sum, count, outcome) => sum + count * (expected[outcome]?.value ?? 0), 0),
        moments: moments(expected),
      },
    ];
  });
}

interface Outcome {
  probability: number;
  /** Salutes. */
  value: number;
}

function wheelExpectation({ missile_price, segments }: WheelSetup): Outcome[] {
  const weights = segments.reduce((sum, { weight }) => sum + weight, 0);
  return segments.map(({ reward, weight }) => ({
    probability: weight / weights,
    value: rewardValue(reward, missile_price) / 100,
  }));
}

/** Outcomes of a round's first reveal. */
function gridExpectation({ mines, reward_per_target, targets, tiles }: GridSetup): Outcome[] {
  return [
    { probability: (tiles - mines - targets) / tiles, value: 0 },
    { probability: targets / tiles, value: reward_per_target / 100 },
    { probability: mines / tiles, value: 0 },
  ];
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

/** The actual payout compared with its 95 % interval, expected ± 1.96·σ·√n; null below 100 rounds. */
export function returnOf(payouts: readonly SetupPayout[]): Return | null {
  const rounds = payouts.reduce((sum, each) => sum + each.rounds, 0);
  if (rounds < MIN_ROUNDS) return null;
  const observed = payouts.reduce((sum, each) => sum + each.paid, 0);
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
