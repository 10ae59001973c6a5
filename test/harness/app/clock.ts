import type { Clock, Uptime } from "../../../src/kit/clock.ts";

/** A clock that only tests advance. */
export class ManualClock implements Clock {
  uptime?: () => Uptime;
  #setMs = 0;

  constructor(private ms = Date.UTC(2026, 10, 21, 10, 0, 0)) {}

  now(): number {
    return this.ms;
  }

  advance(ms: number): void {
    this.ms += ms;
  }

  /** Sets the time without any passing, as an operator or a time service does. */
  set(byMs: number): void {
    this.ms += byMs;
    this.#setMs += byMs;
  }

  /** From now on it is judged by the time that passed since the start of this machine's run. */
  countUptime(boot: string): void {
    const startedAt = this.ms - this.#setMs;
    this.uptime = () => ({ ms: this.ms - this.#setMs - startedAt, boot });
  }
}
