import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../kit/clock.ts";
import { noChainWords } from "../../../platform/chain-access/index.ts";
import { type Job, Skipped } from "../../../platform/jobs/index.ts";
import { findTokenId, type TrackedToken } from "../../../token/figures/index.ts";
import { SupplyUnknown } from "./figures.ts";
import type { AuditParts } from "./parts.ts";
import { NothingToAudit, runAudit } from "./run-audit.ts";
import { findFirstDaily, findRunOfWindow } from "./store.ts";
import { dayBefore, type Window } from "./window.ts";

/** From this time of day on, the previous day is audited: its last transactions are final and synced by then. */
const DAILY_RUN_AFTER_MS = HOUR_MS + 10 * MINUTE_MS;
/** Incomplete daily runs are repeated for this many days. */
const RETRY_DAYS = 7;

interface AuditJobParts extends AuditParts {
  token: TrackedToken | null;
  config: { usesChain: boolean };
}

export const auditJob: Job<AuditJobParts> = {
  name: "audit_run",
  alias: "audits",
  schedule: "10 * * * *",
  timeoutMs: 50 * MINUTE_MS,
  description: "Audits the token's movements of the previous day, and repeats incomplete days",
  run: async (parts, signal) => {
    const { token } = parts;
    if (token === null) throw new Skipped(noChainWords(parts.config));
    const done: string[] = [];
    for (const window of dueWindows(parts, token)) {
      try {
        const { label, isComplete, rowsTotal } = await runAudit(parts, { token, window, signal });
        done.push(`${label}: ${rowsTotal} anomalies${isComplete ? "" : ", incomplete"}`);
      } catch (error) {
        if (!(error instanceof NothingToAudit || error instanceof SupplyUnknown)) throw error;
        return error.message;
      }
    }
    return done.length > 0 ? done.join("; ") : "every day of the last week has a complete run";
  },
};

/** Days of the demo chain audited at the first start, so that comparisons have something to show. */
const DEMO_DAYS = 5;

function firstWindows({ mode }: TrackedToken, now: number): Window[] {
  const days = mode === "demo" ? DEMO_DAYS : 1;
  return Array.from({ length: days }, (_, index) => dayBefore(now, days - index));
}

/** Daily windows due now, oldest first: the previous day, and days of the last week without a complete run. */
function dueWindows({ live, clock }: AuditJobParts, token: TrackedToken): Window[] {
  const now = clock.now();
  const tokenId = findTokenId(live.read, token.source);
  const firstDay = tokenId === null ? null : findFirstDaily(live.read, tokenId);
  // The first run starts at any time of day, so that a new installation shows one immediately.
  if (tokenId === null || firstDay === null) return firstWindows(token, now);
  const newest = now % DAY_MS >= DAILY_RUN_AFTER_MS ? 1 : 2;
  const due: Window[] = [];
  for (let days = RETRY_DAYS; days >= newest; days--) {
    const window = dayBefore(now, days);
    const best = findRunOfWindow(live.read, tokenId, window);
    if (best === null ? window.from >= firstDay : !best.isComplete) due.push(window);
  }
  return due;
}
