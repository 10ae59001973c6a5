import { SeededRandom } from "../../../kit/random.ts";
import type { GridRules } from "./grid-odds.ts";
import { type OddsSegment, worthOf } from "./wheel-odds.ts";

export interface Simulated {
  /** Players that were simulated, each with so many plays; won free spins are played out. */
  players: number;
  plays: number;
  /** Salutes won per player: tenths of the way from the least to the most lucky. */
  percentiles: { percentile: number; salutes: number }[];
  /** Players by salutes won, in even steps. */
  histogram: { from: number; to: number; players: number }[];
  /** Salutes per play over all players. */
  mean: number;
}

const PLAYERS = 500;
const PLAYS = 50;
/** Free spins beyond so many in one chain end the simulation of a play, not the wheel's own. */
const MAX_CHAIN = 1_000;
const BARS = 20;
const PERCENTILES = [1, 10, 25, 50, 75, 90, 99];

/** Simulated winnings on a wheel, reproducible by seed. 25,000 plays take under 10 ms. */
export function simulateWheel(
  segments: readonly OddsSegment[],
  missilePrice: number,
  seed: string,
): Simulated {
  const spin = spinner(segments, fractions(seed));
  return simulated(() => playOut(spin, missilePrice));
}

/** The same of rounds of the grid, each played until every target is found or a mine is hit. */
export function simulateGrid(rules: GridRules, seed: string): Simulated {
  const next = fractions(seed);
  return simulated(() => {
    let found = 0;
    while (found < rules.targets) {
      const left = rules.targets - found;
      if (next() * (left + rules.mines) >= left) return found * rules.reward_per_target;
      found++;
    }
    return found * rules.reward_per_target + rules.clear_bonus;
  });
}

/** @param play what one play wins, in hundredths */
function simulated(play: () => number): Simulated {
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

function playOut(spin: () => OddsSegment, missilePrice: number): number {
  let hundredths = 0;
  let left = 1;
  for (let chain = 0; left > 0 && chain < MAX_CHAIN; chain++) {
    const segment = spin();
    left += (segment.kind === "free_spins" ? segment.amount : 0) - 1;
    hundredths += worthOf(segment, missilePrice);
  }
  return hundredths;
}

const POOL = 8_192;

/** Numbers from 0 up to 1, which is not among them. */
function fractions(seed: string): () => number {
  const random = new SeededRandom(seed);
  let pool = new DataView(new ArrayBuffer(0));
  let offset = 0;
  return () => {
    if (offset + 4 > pool.byteLength) {
      pool = new DataView(Uint8Array.from(random.bytes(POOL)).buffer);
      offset = 0;
    }
    const drawn = pool.getUint32(offset) / 2 ** 32;
    offset += 4;
    return drawn;
  };
}

function spinner(segments: readonly OddsSegment[], next: () => number): () => OddsSegment {
  const ends: number[] = [];
  let total = 0;
  for (const { weight } of segments) {
    total += weight;
    ends.push(total);
  }
  return () => {
    const drawn = next() * total;
    const segment = segments[ends.findIndex((end) => drawn < end)];
    if (segment === undefined) throw new RangeError("a wheel has at least one segment");
    return segment;
  };
}

/** @param totals ascending, not empty */
function histogramOf(totals: readonly number[]): Simulated["histogram"] {
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
