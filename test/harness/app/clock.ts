import type { Clock } from "../../../src/kit/clock.ts";

/** A clock that only tests advance. */
export class ManualClock implements Clock {
  constructor(private ms = Date.UTC(2026, 10, 21, 10, 0, 0)) {}

  now(): number {
    return this.ms;
  }

  advance(ms: number): void {
    this.ms += ms;
  }
}
