import type { Clock } from "../../../kit/clock.ts";
import { describeError, type Logger } from "../../../kit/process/log.ts";
import { systemRandom } from "../../../kit/random.ts";
import type { Readiness } from "../health/index.ts";
import type { AlertDesk } from "./alert-desk.ts";
import { readinessAlert } from "./compose.ts";

export interface WatchParts {
  alerts: AlertDesk;
  readiness: () => Promise<Readiness>;
  clock: Clock;
  log: Logger;
}

/**
 * Tells operators of what cannot be kept first: that nothing can be written, or that no jobs run, which is where other
 * alerts come from. It tells once that it is so, and once that it is over.
 */
export class OutageWatch {
  #looksInARow = 0;
  #isTold = false;

  constructor(private readonly parts: WatchParts) {}

  /** Never throws. One look in a row may meet a moment; two do not. What nobody took is told again at the next look. */
  async look(): Promise<void> {
    const { alerts, clock, log } = this.parts;
    try {
      const faults = await this.#faults();
      this.#looksInARow = faults.length === 0 ? 0 : this.#looksInARow + 1;
      if (this.#isTold ? faults.length > 0 : this.#looksInARow < 2) return;
      const content = readinessAlert(faults, alerts.parts.baseUrl());
      await alerts.sendNow(content, clock.now(), systemRandom);
      this.#isTold = faults.length > 0;
    } catch (error) {
      log.warn("an alert could not be sent", { error: describeError(error) });
    }
  }

  async #faults(): Promise<string[]> {
    const { checks } = await this.parts.readiness();
    return Object.entries(checks)
      .filter(([, found]) => found !== "ok")
      .map(([name, found]) => `${name}: ${found}`);
  }
}
