/** Successes in a row after which a receiver is known to answer well. */
const LONG = 32;
const MAX_KEPT = 100_000;

/** Counts the successes in a row of each webhook. */
export class Streaks {
  readonly #lengths = new Map<number, number>();

  note(webhookId: number, isSuccess: boolean): void {
    if (this.#lengths.size >= MAX_KEPT) this.#lengths.clear();
    if (isSuccess) this.#lengths.set(webhookId, (this.#lengths.get(webhookId) ?? 0) + 1);
    else this.#lengths.delete(webhookId);
  }

  isLong(webhookId: number): boolean {
    return (this.#lengths.get(webhookId) ?? 0) >= LONG;
  }
}
