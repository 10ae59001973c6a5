import { type Clock, MINUTE_MS } from "../kit/clock.ts";
import { remembered } from "../kit/remembered.ts";
import { TextNumbers } from "../kit/text-numbers.ts";
import { Problem } from "./answers/problem.ts";

/** A subject's state in a limit after this request was counted. */
export interface LimitState {
  name: string;
  limit: number;
  remaining: number;
  /** Unix seconds of the window's end. */
  resetAt: number;
  exceeded: boolean;
}

export interface RateLimiter {
  /** Counts one request. Returns null for a limit of 0, which counts nothing. */
  count(name: string, subject: string, limitPerMinute: number): LimitState | null;
  /** The state that the next request would get, without counting it: for limits on failures. */
  peek(name: string, subject: string, limitPerMinute: number): LimitState | null;
  /** Uncounts a request: for limits on failures that count before the outcome is known. */
  forgive(name: string, subject: string): void;
}

const MAX_SUBJECTS = 100_000;
const OVERFLOW_BUCKETS = 1_024;
/** Names of limits, which are few. */
const MAX_NAMES = 100;

/**
 * Fixed one-minute windows in limited memory (contract section 5). Beyond 100,000 subjects per minute, new ones share
 * counters by hash, which only makes the limit stricter for them.
 */
export function createRateLimiter(clock: Clock): RateLimiter {
  let window = -1;
  let counts = new Map<number, number>();
  const numbers = new TextNumbers();
  const spaceOf = remembered(MAX_NAMES, (name: string) => Bun.hash.xxHash32(name));

  /** The subject's counter in this minute's window. */
  function counterOf(name: string, subject: string): number {
    const current = Math.floor(clock.now() / MINUTE_MS);
    if (current !== window) {
      window = current;
      counts = new Map();
    }
    const key = numbers.of(subject, spaceOf(name));
    if (counts.size < MAX_SUBJECTS || counts.has(key)) return key;
    return spaceOf(name) * OVERFLOW_BUCKETS + (key % OVERFLOW_BUCKETS);
  }

  function stateOf(name: string, limit: number, used: number): LimitState {
    return {
      name,
      limit,
      remaining: Math.max(0, limit - used),
      resetAt: ((window + 1) * MINUTE_MS) / 1000,
      exceeded: used > limit,
    };
  }

  return {
    count(name, subject, limit) {
      if (limit === 0) return null;
      const key = counterOf(name, subject);
      const used = (counts.get(key) ?? 0) + 1;
      counts.set(key, used);
      return stateOf(name, limit, used);
    },
    peek(name, subject, limit) {
      if (limit === 0) return null;
      const key = counterOf(name, subject);
      return stateOf(name, limit, (counts.get(key) ?? 0) + 1);
    },
    forgive(name, subject) {
      const key = numbers.of(subject, spaceOf(name));
      const used = counts.get(key);
      if (used !== undefined && Math.floor(clock.now() / MINUTE_MS) === window) counts.set(key, used - 1);
    },
  };
}

/** Of two limits, the one closer to being exceeded. */
export function nearerEnd(a: LimitState | null, b: LimitState | null): LimitState | null {
  if (a === null || b === null) return a ?? b;
  if (a.exceeded !== b.exceeded) return a.exceeded ? a : b;
  return b.remaining < a.remaining ? b : a;
}

/** The headers of a limit: the X-RateLimit trio, and the IETF pair (draft-ietf-httpapi-ratelimit-headers-10). */
export function limitHeaders(state: LimitState, nowMs: number): Record<string, string> {
  return {
    "x-ratelimit-limit": String(state.limit),
    "x-ratelimit-remaining": String(state.remaining),
    "x-ratelimit-reset": String(state.resetAt),
    "ratelimit-policy": `"${state.name}";q=${state.limit};w=60`,
    ratelimit: `"${state.name}";r=${state.remaining};t=${secondsUntil(state.resetAt, nowMs)}`,
  };
}

/** The counted things, if not requests. */
const WORDS: Record<string, string> = {
  failed_auth: "failed authentications from one address",
};

/** @throws Problem rate_limited with this limit's headers and Retry-After if the limit is exceeded */
export function refuseExceeded(state: LimitState | null, nowMs: number): void {
  if (!state?.exceeded) return;
  const seconds = secondsUntil(state.resetAt, nowMs);
  const what = WORDS[state.name] ?? "requests";
  throw new Problem(
    "rate_limited",
    `Wait ${seconds} s: ${state.limit} ${what} per minute are allowed here.`,
    { headers: { ...limitHeaders(state, nowMs), "retry-after": String(seconds) } },
  );
}

function secondsUntil(unixSeconds: number, nowMs: number): number {
  return Math.max(1, unixSeconds - Math.floor(nowMs / 1000));
}
