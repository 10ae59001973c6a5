import type { Timers } from "../../../kit/timers.ts";

/** A time that runs out. */
export interface CountDown {
  readonly isOver: boolean;
  cancel(): void;
}

/** Ends the waits of one stream: at a ring, after a time, or when its signal is aborted. */
export class Alarm {
  #hasRung = false;
  #wake = () => {};

  constructor(
    private readonly timers: Timers,
    private readonly signal: AbortSignal,
  ) {
    signal.addEventListener("abort", () => this.#wake(), { once: true });
  }

  ring(): void {
    this.#hasRung = true;
    this.#wake();
  }

  /** Waits for a ring, at most `ms` milliseconds; not at all if one came since the last wait. */
  async wait(ms: number): Promise<void> {
    if (!this.#hasRung) await this.#sleep(ms, () => this.#hasRung);
    this.#hasRung = false;
  }

  /** Waits `ms` milliseconds, whatever rings. */
  rest(ms: number): Promise<void> {
    return this.#sleep(ms, () => false);
  }

  countDown(ms: number): CountDown {
    let isOver = false;
    const cancel = this.timers.after(ms, () => {
      isOver = true;
      this.ring();
    });
    return {
      get isOver() {
        return isOver;
      },
      cancel,
    };
  }

  async #sleep(ms: number, isEnough: () => boolean): Promise<void> {
    if (this.signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.timers.after(ms, resolve);
    this.#wake = () => {
      if (this.signal.aborted || isEnough()) resolve();
    };
    await promise;
    cancel();
  }
}
