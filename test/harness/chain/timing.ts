import type { Timing } from "../../../src/chain/rpc/timing.ts";
import type { Clock } from "../../../src/kit/clock.ts";

/** Time that passes with a test's clock, and at once by waiting. */
export class TestTiming implements Timing {
  readonly pauses: number[] = [];
  /** What happens meanwhile. */
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
