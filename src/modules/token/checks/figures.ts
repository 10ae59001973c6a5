import type { Database } from "../../../db/database.ts";
import { isoUtcOrNull, MINUTE_MS } from "../../../kit/clock.ts";
import { noChainWords } from "../../platform/chain-access/index.ts";
import { type CheckOutcome, defineCheck, levelAbove, noData } from "../../platform/checks/index.ts";
import {
  type FigureKind,
  type FiguresByKind,
  type Reading,
  readFigure,
  type TrackedToken,
} from "../figures/index.ts";

interface AgeThresholds {
  readonly age_minutes_warn: number;
  readonly age_minutes_bad: number;
}

interface AgeLimits {
  /** The beginning of the message, such as "Holders were counted". */
  what: string;
  /** Unix milliseconds. */
  now: number;
  thresholds: AgeThresholds;
  config: FigureCheckParts["config"];
}

/**
 * Whether figures from the chain are recent.
 * @param reading null if no chain is configured.
 */
export function checkFigures(
  reading: Reading<unknown> | null,
  { what, now, thresholds, config }: AgeLimits,
): CheckOutcome {
  const observed = figuresView(reading, now);
  const minutes = observed.age_minutes;
  if (reading === null) return noData(noChainWords(config), observed);
  const failed = observed.last_error === null ? "" : ` The last attempt failed: ${observed.last_error}.`;
  if (minutes === null) {
    const since = reading.attempt?.failedSince ?? null;
    const failing = since === null ? 0 : (now - since) / MINUTE_MS;
    const isBad = failing >= thresholds.age_minutes_bad;
    const message = `There are no figures yet.${failed}`;
    if (since === null) return noData(message, observed);
    return { status: isBad ? "bad" : "warn", message, observed };
  }
  const status = levelAbove(minutes, thresholds.age_minutes_warn, thresholds.age_minutes_bad);
  const age = minutes < 1 ? "less than a minute" : `${Math.floor(minutes)} min`;
  return { status, message: `${what} ${age} ago.${failed}`, observed };
}

/** The age of figures and the result of the last attempt to renew them. */
export function figuresView(reading: Reading<unknown> | null, now: number) {
  const figure = reading?.figure ?? null;
  const attempt = reading?.attempt ?? null;
  return {
    taken_at: isoUtcOrNull(figure?.takenAt ?? null),
    age_minutes:
      figure === null ? null : Math.max(0, Math.floor(((now - figure.takenAt) / MINUTE_MS) * 10) / 10),
    slot: figure?.slot ?? null,
    last_attempt_at: isoUtcOrNull(attempt?.attemptedAt ?? null),
    failing_since: isoUtcOrNull(attempt?.failedSince ?? null),
    last_error: attempt?.error ?? null,
  };
}

/** Services that checks of stored figures need. */
export interface FigureCheckParts {
  live: Database;
  token: TrackedToken | null;
  config: { usesChain: boolean };
}

/** The stored figure; null if no chain is configured. */
export function readStoredFigure<Kind extends FigureKind>(
  { live, token }: FigureCheckParts,
  kind: Kind,
): Reading<FiguresByKind[Kind]> | null {
  return token === null ? null : readFigure(live.read, token, kind);
}

/** Thresholds of a figure's age in minutes. */
function ageThresholds(warn: number, bad: number, meaning: string) {
  return { age_minutes_warn: { value: warn, meaning }, age_minutes_bad: { value: bad, meaning } };
}

/** Checks the age of a stored figure; `what` begins the message. */
function lookAtAge(kind: FigureKind, what: string) {
  return (parts: FigureCheckParts, thresholds: AgeThresholds, now: number) =>
    checkFigures(readStoredFigure(parts, kind), { what, now, thresholds, config: parts.config });
}

export const transactionSyncCheck = defineCheck({
  name: "transaction_sync",
  slot: 4,
  title: "Transactions",
  about: "The list of transactions.",
  evidence: "/api/public/transaction-sync-freshness.json",
  thresholds: ageThresholds(15, 60, "Minutes since the chain was last read for transactions"),
  runbook: {
    means:
      "The chain has not been read for transactions: the list and the volume over 24 hours are outdated.",
    steps: [
      "Look at the alarm of `rpc` first: that is the usual cause.",
      "`salute jobs run transaction_sync` catches up, and shows the cause of a failure.",
    ],
  },
  look: lookAtAge("transaction_sync", "The chain was read for transactions"),
});

export const holderCacheCheck = defineCheck({
  name: "holder_cache",
  slot: 5,
  title: "Holders",
  about: "The last count of all holders.",
  evidence: "/api/public/holder-cache-freshness.json",
  thresholds: ageThresholds(60, 360, "Minutes since the last complete scan of holders"),
  runbook: {
    means: "Holders have not been counted: distribution, growth and shares are outdated.",
    steps: [
      "Look at the alarm of `rpc` first. Public addresses often refuse scans of programs: use one that allows `getProgramAccounts`.",
      "`salute jobs run holder_cache` counts now.",
    ],
  },
  look: lookAtAge("holder_cache", "Holders were counted"),
});

export const publicStatsCheck = defineCheck({
  name: "public_stats",
  slot: 6,
  title: "Public figures",
  about: "The token's public figures.",
  evidence: "/api/public/public-stats-cache-freshness.json",
  thresholds: ageThresholds(60, 240, "Minutes since the published figures were computed"),
  runbook: {
    means: "Supply and circulation have not been recomputed: the published figures are outdated.",
    steps: [
      "Look at the alarms of `rpc` and `holder_cache` first.",
      "`salute jobs run public_stats` computes them now.",
    ],
  },
  look: lookAtAge("public_stats", "Supply and circulation were read"),
});
