/** Requests that share a limit take turns, one per key and spacing. */
export interface Turns {
  /** Takes the key's next turn and returns 0, or returns the milliseconds to wait before asking again. */
  take(key: string, spacingMs: number): number;
}

/** Times of the next turns, by key. */
export type NextTurns = Record<string, number>;

interface Asked {
  key: string;
  spacingMs: number;
  now: number;
  /** Resolution of `now`: a turn within it has come. Later turns keep their distance from this one. */
  resolutionMs: number;
}

/** Takes a turn in `next` and returns 0, or the milliseconds until it comes. */
export function takeTurn(next: NextTurns, { key, spacingMs, now, resolutionMs }: Asked): number {
  // No turn is further away than the last one taken leaves it, whatever `next` says.
  const at = Math.max(now, Math.min(next[key] ?? 0, now + resolutionMs + spacingMs));
  if (at - now > resolutionMs) return at - now;
  next[key] = at + spacingMs;
  return 0;
}

/** Turns of this process alone. `now` is monotonic, in milliseconds. */
export class OwnTurns implements Turns {
  readonly #next: NextTurns = {};

  constructor(private readonly now: () => number) {}

  take(key: string, spacingMs: number): number {
    return takeTurn(this.#next, { key, spacingMs, now: this.now(), resolutionMs: 0 });
  }
}
