import { type Clock, SECOND_MS } from "../../../kit/clock.ts";
import { describeError, type Logger } from "../../../kit/process/log.ts";
import { systemRandom } from "../../../kit/random.ts";
import { type AlertContent, type AlertDesk, helpFor } from "../alerts/index.ts";
import { describeFault } from "./facts.ts";
import { type CopyState, FIRST_RESTORE_PENDING } from "./follower.ts";

export interface StandbyWatchParts {
  state: () => CopyState;
  alerts: AlertDesk;
  /** Host name of this machine. */
  host: string;
  leaseSeconds: number;
  clock: Clock;
  log: Logger;
}

/** A fault is reported once it has lasted this many times LEASE_SECONDS. */
const LEASES = 3;

/**
 * Alerts operators when the standby stops following and when it follows again. A standby has no database, so alerts are
 * sent directly.
 */
export class StandbyWatch {
  #faultSince: number | null = null;
  #isReported = false;

  constructor(private readonly parts: StandbyWatchParts) {}

  /** Retries an unsent alert at the next call. Never throws. */
  async look(): Promise<void> {
    const { state, alerts, host, leaseSeconds, clock, log } = this.parts;
    const found = describeFault(state());
    const fault = found === FIRST_RESTORE_PENDING ? null : found;
    const now = performance.now();
    this.#faultSince = fault === null ? null : (this.#faultSince ?? now);
    const lasts = this.#faultSince !== null && now - this.#faultSince >= LEASES * leaseSeconds * SECOND_MS;
    if (!alerts.isOn || (this.#isReported ? fault !== null : !lasts)) return;
    try {
      await alerts.sendNow(contentOf(host, fault, alerts.parts.baseUrl()), clock.now(), systemRandom);
      this.#isReported = fault !== null;
    } catch (error) {
      log.warn("an alert could not be sent", { error: describeError(error) });
    }
  }
}

function contentOf(host: string, fault: string | null, baseUrl: string): AlertContent {
  const isOver = fault === null;
  const message = isOver ? "Its copy is following the leader." : `${fault}.`;
  return {
    type: "status.changed",
    title: isOver ? `the standby ${host} is following again` : `the standby ${host} is not following`,
    lines: isOver ? [message] : [message, `What to do: ${helpFor(baseUrl, "lease")}`],
    overall: null,
    changes: [],
    checks: {},
  };
}
