/** A seeded generator (mulberry32) of numbers from 0 to 1. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The seed of a run; SEED repeats one. */
export function chooseSeed(): number {
  const given = process.env.SEED;
  return given === undefined || given === "" ? Math.floor(Math.random() * 2 ** 32) : Number(given);
}

/** From 0 to 1: a random moment of this round's own part of the time, so that few rounds meet all of it. */
export function chooseMoment(round: number, rounds: number, random: () => number): number {
  return (round + random()) / rounds;
}
