/** Something in progress that can be ended early. */
export interface Cuttable {
  cut(reason: unknown): void;
}

/** Ends everything in progress under it at once. An AbortSignal does the same, at 1 µs for each listener. */
export class Cutoff {
  readonly #works = new Set<Cuttable>();
  #reason: unknown;
  #isCut = false;

  get isCut(): boolean {
    return this.#isCut;
  }

  /** Why it was cut. */
  get reason(): unknown {
    return this.#reason;
  }

  /** A work that joins too late is cut at once. */
  add(work: Cuttable): void {
    if (this.#isCut) work.cut(this.#reason);
    else this.#works.add(work);
  }

  delete(work: Cuttable): void {
    this.#works.delete(work);
  }

  cut(reason: unknown): void {
    if (this.#isCut) return;
    this.#isCut = true;
    this.#reason = reason;
    for (const work of [...this.#works]) work.cut(reason);
    this.#works.clear();
  }
}
