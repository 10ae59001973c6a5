import type { Clock } from "../../../../kit/clock.ts";
import { describeError, type Logger } from "../../../../kit/process/log.ts";
import { formatTraceparent, type TraceContext } from "../../../../kit/tracing/trace-context.ts";
import type { Span, Tracer } from "../../../../kit/tracing/tracer.ts";
import type { Claim } from "./claim-deliveries.ts";
import { judge } from "./judgement.ts";
import { type Opener, OpenSecrets } from "./open-secrets.ts";
import type { Address, Posted } from "./posting/letter.ts";
import type { Poster } from "./posting/poster.ts";
import type { FinishedAttempt } from "./record-attempt.ts";

export interface SenderParts {
  clock: Clock;
  log: Logger;
  poster: Pick<Poster, "post" | "recall" | "keepsLanes">;
  /** Opens webhooks' secrets. */
  opener: Opener;
  /** Null unless traces are exported. */
  tracer: Tracer | null;
}

/** The place of an attempt among those of its webhook. */
type Place = Pick<Address, "atOnce" | "isAhead">;

/** A finished attempt: its outcome, or null if it was abandoned and its record is released. */
export type EndedAttempt = FinishedAttempt | { claim: Claim; judgement: null };

/** Has claims signed and posted, and returns the outcomes. It stores nothing. */
export class Sender {
  readonly #secrets: OpenSecrets;
  readonly #stop = new AbortController();

  constructor(private readonly parts: SenderParts) {
    this.#secrets = new OpenSecrets(parts.opener);
  }

  /** Whether claims may be sent ahead of a slot. */
  get keepsLanes(): boolean {
    return this.parts.poster.keepsLanes;
  }

  /** Never throws. */
  async send(claim: Claim, place: Place): Promise<EndedAttempt> {
    const { tracer } = this.parts;
    const trace = tracer === null ? null : tracer.begin(null);
    const { receipt, startedAt, endedAt } = await this.#post(claim, place, trace);
    if (receipt.kind === "abandoned") return { claim, judgement: null };
    const attempt = { claim, judgement: judge(receipt, endedAt), startedAt, endedAt };
    if (trace !== null) tracer?.end(attemptSpan(trace, attempt));
    return attempt;
  }

  /** Abandons the attempts of a webhook that have not begun. */
  recall(webhookId: number): void {
    this.parts.poster.recall(webhookId);
  }

  /** Abandons every attempt that has no answer yet. */
  abandon(): void {
    this.#stop.abort();
  }

  async #post({ receiver, record }: Claim, place: Place, trace: TraceContext | null): Promise<Posted> {
    const nowMs = this.parts.clock.now();
    const { event_uid: uid, event_type, data, sequence, idempotency_key, occurred_at: created_at } = record;
    try {
      const letter = {
        deliveryId: record.id,
        uid,
        event_type,
        data,
        sequence,
        idempotency_key,
        created_at,
        attempt: record.attempts + 1,
        nowMs,
        traceparent: trace === null ? null : formatTraceparent(trace),
      };
      const address = { ...place, receiver: this.#secrets.of(receiver) };
      return await this.parts.poster.post(letter, address, this.#stop.signal);
    } catch (error) {
      this.parts.log.error("a delivery could not be attempted", {
        delivery_id: record.id,
        error: describeError(error),
      });
      const receipt = {
        kind: "failed",
        reasonTag: "other",
        error: "the delivery could not be attempted",
      } as const;
      return { receipt, startedAt: nowMs, endedAt: this.parts.clock.now() };
    }
  }
}

/** The span of an attempt: the receiver's host, since the rest of its address may hold a secret. */
function attemptSpan(context: TraceContext, attempt: FinishedAttempt): Span {
  const { claim, judgement, startedAt, endedAt } = attempt;
  const { receiver, record } = claim;
  return {
    context,
    name: `deliver ${record.event_type}`,
    kind: "client",
    startedAt,
    endedAt,
    attributes: {
      "http.request.method": "POST",
      "http.response.status_code": judgement.httpStatus ?? undefined,
      "server.address": new URL(receiver.target_url).hostname,
      "salute.webhook_id": receiver.uid,
      "salute.delivery_id": record.id,
      "salute.event_id": record.event_uid,
      "salute.event_type": record.event_type,
      "salute.attempt": record.attempts + 1,
    },
    error: judgement.isDelivered ? null : (judgement.reasonTag ?? "other"),
  };
}
