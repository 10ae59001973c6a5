import { Problem } from "../../../http/answers/problem.ts";
import type { PartnerActor } from "../../../http/operation.ts";

/** Open streams per partner and mode. */
export const MAX_STREAMS = 5;
const RETRY_AFTER_SECONDS = 15;

/** Counts the streams that are open now. */
export class OpenStreams {
  readonly #counts = new Map<string, number>();

  /** Counts one more until the returned function is called. @throws Problem rate_limited */
  add({ mode, partner }: PartnerActor): () => void {
    const name = `${mode} ${partner}`;
    const open = this.#counts.get(name) ?? 0;
    if (open >= MAX_STREAMS)
      throw new Problem(
        "rate_limited",
        `End another stream first: ${MAX_STREAMS} are open, and no more may be.`,
        {
          headers: { "retry-after": String(RETRY_AFTER_SECONDS) },
        },
      );
    this.#counts.set(name, open + 1);
    return () => {
      const left = (this.#counts.get(name) ?? 1) - 1;
      if (left === 0) this.#counts.delete(name);
      else this.#counts.set(name, left);
    };
  }
}
