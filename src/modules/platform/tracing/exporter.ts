import { SECOND_MS } from "../../../kit/clock.ts";
import { startPolling } from "../../../kit/poll.ts";
import type { Logger } from "../../../kit/process/log.ts";
import type { Span, Tracer } from "../../../kit/tracing/tracer.ts";
import { counter, type Family } from "../metrics/index.ts";
import { type Collector, postSpans } from "./client.ts";
import { otlpBody } from "./otlp.ts";

const EVERY_MS = SECOND_MS;
const BATCH = 512;
/** Attempts per batch, EVERY_MS apart, before it is given up. */
const MAX_ATTEMPTS = 10;
/** Time for the last spans when the server stops. */
const LAST_MS = 2 * SECOND_MS;

export interface ExporterParts {
  tracer: Tracer;
  collector: Collector;
  /** Attributes of the service itself. */
  resource: Record<string, string>;
  log: Logger;
}

/** Sends a tracer's spans to a collector, in batches, one after another. */
export class SpanExporter {
  readonly #counts = { exported: 0, failed: 0 };
  /** Taken from the tracer and not yet accepted. */
  #batch: Span[] = [];
  #attempts = 0;
  #isFailing = false;

  constructor(private readonly parts: ExporterParts) {}

  get tracer(): Tracer {
    return this.parts.tracer;
  }

  /** Sends what waits. Never throws: a fault is logged once, and spans that a collector does not take are given up. */
  async export(signal: AbortSignal): Promise<void> {
    const { tracer, collector, resource } = this.parts;
    while (!signal.aborted) {
      if (this.#batch.length === 0) {
        this.#batch = tracer.take(BATCH);
        this.#attempts = 0;
      }
      if (this.#batch.length === 0) return;
      this.#attempts++;
      const sent = await postSpans(collector, otlpBody(this.#batch, resource), signal);
      this.#note(sent.kind === "taken" ? null : sent.reason);
      if (sent.kind === "later" && this.#attempts < MAX_ATTEMPTS) return;
      this.#counts[sent.kind === "taken" ? "exported" : "failed"] += this.#batch.length;
      this.#batch = [];
    }
  }

  start(): { stop(waitMs: number): Promise<void> } {
    const polling = startPolling({
      everyMs: EVERY_MS,
      what: "traces",
      log: this.parts.log,
      work: (signal) => this.export(signal),
    });
    return {
      stop: async (waitMs) => {
        await polling.stop(waitMs);
        await this.export(AbortSignal.timeout(Math.min(waitMs, LAST_MS)));
      },
    };
  }

  metrics(): Family[] {
    const outcomes = { ...this.#counts, dropped: this.tracer.dropped };
    return [
      counter(
        "salute_trace_spans_total",
        "Spans taken by the collector, given up, or dropped because too many waited.",
        ...Object.entries(outcomes).map(([outcome, value]) => ({ labels: { outcome }, value })),
      ),
    ];
  }

  #note(fault: string | null): void {
    if (this.#isFailing === (fault !== null)) return;
    this.#isFailing = fault !== null;
    if (fault === null) this.parts.log.info("traces are exported again");
    else this.parts.log.warn("traces cannot be exported", { fault });
  }
}
