import { newContext, type TraceContext } from "./trace-context.ts";

/** A finished piece of work. Names and attributes hold no secret. */
export interface Span {
  context: TraceContext;
  name: string;
  kind: "internal" | "server" | "client";
  /** Unix milliseconds. */
  startedAt: number;
  endedAt: number;
  attributes: Readonly<Record<string, string | number | undefined>>;
  /** Why it failed; null if it did not. */
  error: string | null;
}

/** Spans that wait for the exporter; more are dropped, so that a slow collector costs no memory. */
const MAX_WAITING = 8_192;

/** Collects spans for an exporter. Never waits and never throws. */
export class Tracer {
  #waiting: Span[] = [];
  #dropped = 0;

  /** @param sampleRatio share of the traces begun here that are recorded, from 0 to 1 */
  constructor(private readonly sampleRatio: number) {}

  /** Number of spans dropped because too many waited. */
  get dropped(): number {
    return this.#dropped;
  }

  /** @param traceparent the header of the request behind the work; null for work of our own */
  begin(traceparent: string | null): TraceContext {
    return newContext(traceparent, this.sampleRatio);
  }

  /** Records a span if its trace is sampled. */
  end(span: Span): void {
    if (!span.context.isSampled) return;
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(span);
    else this.#dropped++;
  }

  /** Removes the longest waiting spans. */
  take(most: number): Span[] {
    return this.#waiting.splice(0, most);
  }
}
