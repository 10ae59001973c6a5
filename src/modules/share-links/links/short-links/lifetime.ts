import { invalidQuery, type Problem } from "../../../../http/answers/problem.ts";
import { DAY_MS, SECOND_MS } from "../../../../kit/clock.ts";
import { type Warning, warn } from "../validation/warnings.ts";

/** New short links per address and UTC day (contract section 2). */
export const NEW_LINKS_A_DAY = 200;

export type TokenMode = "plain" | "signed";

const DAY_SECONDS = DAY_MS / SECOND_MS;

/** Minimum, maximum and default lifetime of a short link in seconds (contract section 14). */
export const LIFETIMES: Record<TokenMode, { min: number; max: number; default: number }> = {
  plain: { min: 60, max: 365 * DAY_SECONDS, default: 365 * DAY_SECONDS },
  signed: { min: 60, max: 30 * DAY_SECONDS, default: 900 },
};

const UNIT_SECONDS = { seconds: 1, hours: 3_600, days: DAY_SECONDS } as const;
export const LIFETIME_UNITS = Object.keys(UNIT_SECONDS) as (keyof typeof UNIT_SECONDS)[];

export interface LifetimeInput {
  expires_in?: number | undefined;
  expires_unit?: keyof typeof UNIT_SECONDS | undefined;
  /** ISO 8601. */
  expires_at?: string | undefined;
}

/** Of a new link: seconds from its creation, or a fixed end in Unix milliseconds. */
export type Lifetime = { seconds: number } | { until: number };

/**
 * The lifetime of a new link: the requested one, limited to the bounds with a warning that names both values.
 * @throws Problem invalid_query for both of expires_in and expires_at, or an end that is over
 */
export function resolveLifetime(
  { mode, now, ...input }: LifetimeInput & { mode: TokenMode; now: number },
  warnings: Warning[],
): Lifetime {
  const bounds = LIFETIMES[mode];
  const { expires_in, expires_unit = "seconds", expires_at } = input;
  if (expires_at !== undefined) {
    if (expires_in !== undefined) throw invalidQuery("expires_at", "must not come with expires_in");
    return lifetimeUntil(Date.parse(expires_at), { mode, now }, warnings);
  }
  if (expires_in === undefined) return { seconds: bounds.default };
  const asked = expires_in * UNIT_SECONDS[expires_unit];
  const used = Math.min(bounds.max, Math.max(bounds.min, asked));
  if (used !== asked) {
    const message = `expires_in ${asked} became ${used}: a ${mode} link lives ${bounds.min} to ${bounds.max} s.`;
    warnings.push(warn("expires_in_clamped", message, { field: "expires_in", asked, used }));
  }
  return { seconds: used };
}

function lifetimeUntil(
  asked: number,
  { mode, now }: { mode: TokenMode; now: number },
  warnings: Warning[],
): Lifetime {
  const { min, max } = LIFETIMES[mode];
  if (!(asked > now)) throw tooSoon(min);
  if (asked <= now + max * SECOND_MS) return { until: asked };
  const message = `expires_at became ${max} s from now: a ${mode} link lives ${min} to ${max} s.`;
  warnings.push(warn("expires_in_clamped", message, { field: "expires_at", used: max }));
  return { seconds: max };
}

/**
 * When a new link ends. The minimum counts for new links alone: a repeated request finds its link until the end.
 * @throws Problem invalid_query for a fixed end that is too near
 */
export function endOfNew(lifetime: Lifetime, { mode, now }: { mode: TokenMode; now: number }): number {
  if ("seconds" in lifetime) return now + lifetime.seconds * SECOND_MS;
  const { min } = LIFETIMES[mode];
  if (lifetime.until < now + min * SECOND_MS) throw tooSoon(min);
  return lifetime.until;
}

function tooSoon(min: number): Problem {
  return invalidQuery("expires_at", `must be a time at least ${min} s from now`);
}
