import { type Clock, SECOND_MS } from "../../../../../kit/clock.ts";
import type { Timers } from "../../../../../kit/timers.ts";
import type { ReceiverRow } from "../receivers.ts";

type Limited = Pick<ReceiverRow, "id" | "max_per_second">;

/** Attempts that started in the last second, for webhooks with a `max_per_second`. */
export class Rates {
  /** Unix milliseconds, oldest first. */
  readonly #starts = new Map<number, number[]>();
  /** Webhooks that are resumed by a timer. */
  readonly #waiting = new Set<number>();

  /** @param resume called once a webhook that was held back may start another attempt */
  constructor(
    private readonly parts: { clock: Clock; timers: Timers },
    private readonly resume: (webhookId: number) => void,
  ) {}

  /** Number of attempts that may start now; infinite without a limit. */
  roomOf({ id, max_per_second }: Limited, now: number): number {
    return max_per_second === null
      ? Number.POSITIVE_INFINITY
      : Math.max(0, max_per_second - this.#recent(id, now).length);
  }

  /** Counts an attempt that starts now. */
  note({ id, max_per_second }: Limited): void {
    if (max_per_second === null) return;
    const now = this.parts.clock.now();
    this.#starts.set(id, [...this.#recent(id, now), now]);
  }

  /** Resumes a webhook that was held back as soon as its oldest counted attempt is a second old. */
  resumeLater(webhookId: number): void {
    if (this.#waiting.has(webhookId)) return;
    this.#waiting.add(webhookId);
    const now = this.parts.clock.now();
    const [oldest = now] = this.#recent(webhookId, now);
    this.parts.timers.after(Math.max(1, oldest + SECOND_MS - now), () => {
      this.#waiting.delete(webhookId);
      this.resume(webhookId);
    });
  }

  /** Leaves out times that a clock set back made future ones. */
  #recent(webhookId: number, now: number): number[] {
    const recent = (this.#starts.get(webhookId) ?? []).filter((at) => Math.abs(now - at) < SECOND_MS);
    if (recent.length === 0) this.#starts.delete(webhookId);
    return recent;
  }
}
