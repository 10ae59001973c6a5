import { streamEnd } from "./stream.ts";

/** Counts the requests that are being answered, streams until their last byte, so that a stop can wait for them. */
export class InFlight {
  #count = 0;
  #waiting: (() => void)[] = [];

  get count(): number {
    return this.#count;
  }

  async track(answer: Promise<Response>): Promise<Response> {
    this.#count++;
    let end: Promise<void> | undefined;
    try {
      const response = await answer;
      end = streamEnd(response);
      return response;
    } finally {
      if (end === undefined) this.#ended();
      else void end.then(() => this.#ended());
    }
  }

  /** Resolves once nothing is under way. */
  idle(): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #ended(): void {
    this.#count--;
    if (this.#count === 0) for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
