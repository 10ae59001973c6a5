import { SeededRandom } from "../../../kit/random.ts";
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

/**
 * What players would win on a wheel: the same seed gives the same figures. Everything is paid by the players; some 25,000
 * plays take under 10 ms.
 */
export function simulateWheel(
  segments: readonly OddsSegment[],
  missilePrice: number,
  seed: string,
): Simulated {
  const random = new SeededRandom(seed);
  const spin = spinner(segments, random);
  const totals: number[] = [];
  for (let player = 0; player < PLAYERS; player++) {
    let hundredths = 0;
    for (let play = 0; play < PLAYS; play++) hundredths += playOut(spin, missilePrice);
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

function spinner(segments: readonly OddsSegment[], random: SeededRandom): () => OddsSegment {
  const ends: number[] = [];
  let total = 0;
  for (const { weight } of segments) {
    total += weight;
    ends.push(total);
  }
  let pool = new DataView(new ArrayBuffer(0));
  let offset = 0;
  return () => {
    if (offset + 4 > pool.byteLength) {
      const bytes = Uint8Array.from(random.bytes(POOL));
      pool = new DataView(bytes.buffer);
      offset = 0;
    }
    const drawn = (pool.getUint32(offset) / 2 ** 32) * total;
    offset += 4;
    const index = ends.findIndex((end) => drawn < end);
    const segment = segments[index];
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
