import { SeededRandom } from "../../../kit/random.ts";
import type { GridRules } from "./grid-odds.ts";
import { type OddsSegment, rewardValue } from "./wheel-odds.ts";

export interface Simulation {
  /** Number of simulated players. */
  players: number;
  /** Plays per player; free spins won are played in addition. */
  plays: number;
  /** Salutes won per player, by percentile. */
  percentiles: { percentile: number; salutes: number }[];
  /** Players by salutes won, in intervals of equal width. */
  histogram: { from: number; to: number; players: number }[];
  /** Mean salutes per play over all players. */
  mean: number;
}

const PLAYERS = 500;
const PLAYS = 50;
/** Limits the simulated free spins of one play; real wheels have no such limit. */
const MAX_CHAIN = 1_000;
const BARS = 20;
const PERCENTILES = [1, 10, 25, 50, 75, 90, 99];

/** Simulated winnings on a wheel, deterministic by seed. 25,000 plays take under 10 ms. */
export function simulateWheel(
  segments: readonly OddsSegment[],
  missilePrice: number,
  seed: string,
): Simulation {
  const spin = createSpinner(segments, randomNumbers(seed));
  return simulatePlayers(() => simulatePlay(spin, missilePrice));
}

/** Simulated winnings on a grid, for rounds played until every target is found or a mine is hit. */
export function simulateGrid(rules: GridRules, seed: string): Simulation {
  const next = randomNumbers(seed);
  return simulatePlayers(() => {
    let found = 0;
    while (found < rules.targets) {
      const left = rules.targets - found;
      if (next() * (left + rules.mines) >= left) return found * rules.reward_per_target;
      found++;
    }
    return found * rules.reward_per_target + rules.clear_bonus;
  });
}

/** @param play simulates a play and returns its winnings in hundredths of a salute */
function simulatePlayers(play: () => number): Simulation {
  const totals: number[] = [];
  for (let player = 0; player < PLAYERS; player++) {
    let hundredths = 0;
    for (let n = 0; n < PLAYS; n++) hundredths += play();
    totals.push(hundredths / 100);
  }
  totals.sort((a, b) => a - b);
  const sum = totals.reduce((total, each) => total + each, 0);
  return {
    players: PLAYERS,
    plays: PLAYS,
    mean: sum / (PLAYERS * PLAYS),
    percentiles: PERCENTILES.map((percentile) => ({
      percentile,
      salutes: totals[Math.min(PLAYERS - 1, Math.floor((percentile / 100) * PLAYERS))] ?? 0,
    })),
    histogram: histogramOf(totals),
  };
}

/** Winnings of a play including its free spins, in hundredths of a salute. */
function simulatePlay(spin: () => OddsSegment, missilePrice: number): number {
  let hundredths = 0;
  let spinsLeft = 1;
  for (let chain = 0; spinsLeft > 0 && chain < MAX_CHAIN; chain++) {
    const segment = spin();
    spinsLeft += (segment.kind === "free_spins" ? segment.amount : 0) - 1;
    hundredths += rewardValue(segment, missilePrice);
  }
  return hundredths;
}

const POOL_BYTES = 8_192;

/** Returns a generator of pseudo-random numbers from 0 to under 1. */
function randomNumbers(seed: string): () => number {
  const random = new SeededRandom(seed);
  let pool = new DataView(new ArrayBuffer(0));
  let offset = 0;
  return () => {
    if (offset + 4 > pool.byteLength) {
      pool = new DataView(Uint8Array.from(random.bytes(POOL_BYTES)).buffer);
      offset = 0;
    }
    const drawn = pool.getUint32(offset) / 2 ** 32;
    offset += 4;
    return drawn;
  };
}

/** Returns a function that draws a segment by weight. */
function createSpinner(segments: readonly OddsSegment[], next: () => number): () => OddsSegment {
  const ends: number[] = [];
  let total = 0;
  for (const { weight } of segments) {
    total += weight;
    ends.push(total);
  }
  return () => {
    const drawn = next() * total;
    const segment = segments[ends.findIndex((end) => drawn < end)];
    if (segment === undefined) throw new RangeError("a wheel needs at least one segment");
    return segment;
  };
}

/** @param totals ascending, not empty */
function histogramOf(totals: readonly number[]): Simulation["histogram"] {
  const most = totals.at(-1) ?? 0;
  const least = totals[0] ?? 0;
  const width = most === least ? 1 : (most - least) / BARS;
  const bars = Array.from({ length: most === least ? 1 : BARS }, (_, index) => ({
    from: least + index * width,
    to: least + (index + 1) * width,
    players: 0,
  }));
  for (const total of totals) {
    const bar = bars[Math.min(bars.length - 1, Math.floor((total - least) / width))];
    if (bar !== undefined) bar.players++;
  }
  return bars;
}
