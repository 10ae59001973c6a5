/** What the rest of the process may ask of the job runner, which is started later and stopped earlier than it. */
export class JobMonitor {
  #check: (() => string | null) | null = null;

  /** The runner works now; `check` says what is wrong with it, or null. */
  attach(check: () => string | null): void {
    this.#check = check;
  }

  detach(): void {
    this.#check = null;
  }

  /** Why jobs cannot be relied on now; null where they run. */
  fault(): string | null {
    return this.#check === null ? "the job runner is not running" : this.#check();
  }
}
