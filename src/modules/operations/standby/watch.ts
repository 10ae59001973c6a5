import { type Clock, SECOND_MS } from "../../../kit/clock.ts";
import { describeError, type Logger } from "../../../kit/process/log.ts";
import { systemRandom } from "../../../kit/random.ts";
import { type AlertContent, type AlertDesk, helpFor } from "../alerts/index.ts";
import { faultOf } from "./facts.ts";
import { type Followed, NOTHING_YET } from "./follower.ts";

export interface StandbyWatchParts {
  state: () => Followed;
  alerts: AlertDesk;
  /** Name of this machine. */
  host: string;
  leaseSeconds: number;
  clock: Clock;
  log: Logger;
}

/** A fault that lasts this many times LEASE_SECONDS is told. */
const LEASES = 3;

/** A standby has no database to keep alerts in: it tells at once that it does not follow, and that it does again. */
export class StandbyWatch {
  #faultSince: number | null = null;
  #isTold = false;

  constructor(private readonly parts: StandbyWatchParts) {}

  /** Never throws. What nobody took is told again at the next look. */
  async look(): Promise<void> {
    const { state, alerts, host, leaseSeconds, clock, log } = this.parts;
    const found = faultOf(state());
    const fault = found === NOTHING_YET ? null : found;
    const now = performance.now();
    this.#faultSince = fault === null ? null : (this.#faultSince ?? now);
    const lasts = this.#faultSince !== null && now - this.#faultSince >= LEASES * leaseSeconds * SECOND_MS;
    if (!alerts.isOn || (this.#isTold ? fault !== null : !lasts)) return;
    try {
      await alerts.sendNow(contentOf(host, fault, alerts.parts.baseUrl()), clock.now(), systemRandom);
      this.#isTold = fault !== null;
    } catch (error) {
      log.warn("an alert could not be sent", { error: describeError(error) });
    }
  }
}

function contentOf(host: string, fault: string | null, baseUrl: string): AlertContent {
  const isOver = fault === null;
  const message = isOver ? "Its copy follows the leader." : `${fault}.`;
  return {
    type: "status.changed",
    title: isOver ? `the standby ${host} follows again` : `the standby ${host} does not follow`,
    lines: isOver ? [message] : [message, `What to do: ${helpFor(baseUrl, "lease")}`],
    overall: null,
    changes: [],
    checks: {},
  };
}
