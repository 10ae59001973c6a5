import { streamEnd, streamStop } from "./answers/stream.ts";

/** Counts requests in progress, streams until their last byte, so that a stop can wait for them. */
export class InFlight {
  #count = 0;
  #total = 0;
  #idle: (() => void)[] = [];
  readonly #stops = new Set<() => void>();

  get count(): number {
    return this.#count;
  }

  /** Streams in progress that wait for news. */
  get waiting(): number {
    return this.#stops.size;
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
      const stop = streamStop(response);
      if (stop !== undefined) this.#stops.add(stop);
      this.#count++;
      void end.then(() => {
        if (stop !== undefined) this.#stops.delete(stop);
        this.#ended();
      });
    }
    return response;
  }

  /** Ends the streams that wait for news and would otherwise go on. */
  endStreams(): void {
    for (const stop of this.#stops) stop();
  }

  /** Resolves once no request is in progress. */
  idle(): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #ended(): void {
    this.#count--;
    if (this.#count === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }
}
