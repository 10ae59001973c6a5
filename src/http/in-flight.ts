import { streamEnd } from "./answers/stream.ts";

/** Counts requests in progress, streams until their last byte, so that a stop can wait for them. */
export class InFlight {
  #count = 0;
  #total = 0;
  #waiting: (() => void)[] = [];

  get count(): number {
    return this.#count;
  }

  /** Requests since the start. */
  get total(): number {
    return this.#total;
  }

  track(answer: Response | Promise<Response>): Response | Promise<Response> {
    this.#total++;
    if (!(answer instanceof Promise)) return this.#trackStream(answer);
    this.#count++;
    return answer.then((response) => this.#trackStream(response)).finally(() => this.#ended());
  }

  #trackStream(response: Response): Response {
    const end = streamEnd(response);
    if (end !== undefined) {
      this.#count++;
      void end.then(() => this.#ended());
    }
    return response;
  }

  /** Resolves once no request is in progress. */
  idle(): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #ended(): void {
    this.#count--;
    if (this.#count === 0) for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
