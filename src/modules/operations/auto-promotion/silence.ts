import { SECOND_MS } from "../../../kit/clock.ts";
import { type LeaseStore, type SeenRenewal, seeRenewal } from "../lease/index.ts";

/** How long a leader has not renewed its lease in a store, counted only while the store answers. */
export class Silence {
  #seen: SeenRenewal | null = null;
  /** performance.now() of the first look after the last failure; null after a failure. */
  #answersFrom: number | null = null;

  constructor(private readonly store: LeaseStore) {}

  /** The newest renewal that was seen; null before the first look. */
  get seen(): SeenRenewal | null {
    return this.#seen;
  }

  /**
   * Seconds without a renewal; null if the leader of this epoch never wrote one. A leader that was cut off with this machine gets
   * all of its time again once the store answers. @throws StoreError
   */
  async look(epoch: number): Promise<number | null> {
    try {
      this.#seen = await seeRenewal(this.store, epoch, this.#seen);
    } catch (error) {
      this.interrupt();
      throw error;
    }
    const now = performance.now();
    this.#answersFrom ??= now;
    return this.#seen.text === null ? null : (now - Math.max(this.#seen.at, this.#answersFrom)) / SECOND_MS;
  }

  /** Another question of the store failed. */
  interrupt(): void {
    this.#answersFrom = null;
  }
}
