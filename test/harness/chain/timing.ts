import type { Timing } from "../../../src/chain/rpc/timing.ts";
import type { Clock } from "../../../src/kit/clock.ts";

/** Timing on a test's clock, where waiting advances the clock immediately. */
export class TestTiming implements Timing {
  readonly pauses: number[] = [];
  /** Called during each wait. */
  onPause: () => void = () => undefined;
  #ms = 0;

  constructor(private readonly clock: Clock) {}

  now(): number {
    return this.clock.now() + this.#ms;
  }

  advance(ms: number): void {
    this.#ms += ms;
  }

  async pause(ms: number): Promise<void> {
    this.pauses.push(ms);
    this.#ms += ms;
    this.onPause();
  }
}
