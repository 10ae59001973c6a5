import type { TraceContext } from "../../../../kit/tracing/trace-context.ts";
import type { Span } from "../../../../kit/tracing/tracer.ts";
import type { FinishedAttempt } from "./record-attempt.ts";

/** The span of an attempt: the receiver's host, since the rest of its address may hold a secret. */
export function attemptSpan(context: TraceContext, attempt: FinishedAttempt): Span {
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
