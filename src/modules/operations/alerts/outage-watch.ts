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
 * Alerts operators when the process cannot write or runs no jobs: faults that stop ordinary alerts, which need both.
 * Sends one alert when the fault starts and one when it ends.
 */
export class OutageWatch {
  #failedLooks = 0;
  #isReported = false;

  constructor(private readonly parts: WatchParts) {}

  /**
   * Alerts after two failed looks in a row; a single one may be transient. Retries an unsent alert at the next look.
   * Never throws.
   */
  async look(): Promise<void> {
    const { alerts, clock, log } = this.parts;
    try {
      const faults = await this.#faults();
      this.#failedLooks = faults.length === 0 ? 0 : this.#failedLooks + 1;
      if (this.#isReported ? faults.length > 0 : this.#failedLooks < 2) return;
      const content = readinessAlert(faults, alerts.parts.baseUrl());
      await alerts.sendNow(content, clock.now(), systemRandom);
      this.#isReported = faults.length > 0;
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
