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

/**
 * The lifetime of a new link in seconds: the requested one, limited to the bounds with a warning that names both
 * values.
 */
export function lifetimeOf(mode: TokenMode, asked: number | undefined, warnings: Warning[]): number {
  const bounds = LIFETIMES[mode];
  if (asked === undefined) return bounds.default;
  const used = Math.min(bounds.max, Math.max(bounds.min, asked));
  if (used !== asked) {
    const message = `expires_in ${asked} became ${used}: a ${mode} link lives ${bounds.min} to ${bounds.max} s.`;
    warnings.push(warn("expires_in_clamped", message, { field: "expires_in", asked, used }));
  }
  return used;
}
