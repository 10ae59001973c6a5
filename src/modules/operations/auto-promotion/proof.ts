import { SECOND_MS } from "../../../kit/clock.ts";
import { describeError, type Logger } from "../../../kit/process/log.ts";
import type { TakeOver } from "../promotion/index.ts";
import type { Situation } from "./rules.ts";

/** Time until a replica that could not be proved is tried again. */
const RETRY_MS = 10 * SECOND_MS;

/** A promotion prepared while the leader is silent: its restore proves the replica before anything is claimed. */
export class Proof {
  #takeOver: TakeOver | null = null;
  #state: Situation["proof"] = "none";
  #running: Promise<void> | null = null;
  #isWanted = false;
  #retryAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly open: () => TakeOver,
    private readonly log: Logger,
  ) {}

  get state(): Situation["proof"] {
    return this.#state;
  }

  /** Begins a proof, or discards one that is not needed any more. Does not wait for it. */
  want(isWanted: boolean): void {
    this.#isWanted = isWanted;
    if (this.#running !== null) return;
    if (!isWanted) this.discard();
    if (!isWanted || this.#state === "proved" || performance.now() < this.#retryAt) return;
    this.#running = this.#prove().finally(() => {
      this.#running = null;
      if (!this.#isWanted) this.discard();
    });
  }

  /** The prepared promotion. @throws Error if the replica is not proved */
  take(): TakeOver {
    if (this.#takeOver === null || this.#state !== "proved") throw new Error("the replica is not proved");
    return this.#takeOver;
  }

  discard(): void {
    this.#takeOver?.discard();
    this.#takeOver = null;
    this.#state = "none";
    this.#retryAt = Number.NEGATIVE_INFINITY;
  }

  async end(): Promise<void> {
    this.#isWanted = false;
    await this.#running;
    this.discard();
  }

  async #prove(): Promise<void> {
    const takeOver = this.open();
    this.#takeOver = takeOver;
    try {
      await takeOver.prepare();
      this.#state = "proved";
      this.log.info("the replica is proved for a promotion", {});
    } catch (error) {
      this.#state = { fault: (error as Error).message };
      this.#retryAt = performance.now() + RETRY_MS;
      this.log.warn("the replica is not proved for a promotion", { error: describeError(error) });
    }
  }
}
