import { isOwnProbe } from "./access/own-probe.ts";
import type { Call, CountedAnswer } from "./services.ts";

/** Logs one line per request under its route template; raw paths may hold secrets. */
export function logRequest({ exchange, services }: Call, { route, status, durationMs }: CountedAnswer): void {
  if (!services.log.enabled("info")) return;
  const write = isOwnProbe(exchange, services) ? services.log.routine : services.log.info;
  write("request", {
    request_id: exchange.requestId,
    method: exchange.method,
    route,
    status,
    duration_ms: Math.round(durationMs * 1000) / 1000,
    key_id: exchange.keyId || undefined,
    trace_id: exchange.trace?.traceId,
  });
}

/** Records the span of a request under its route template; raw paths may hold secrets. */
export function traceRequest(
  { exchange, services }: Call,
  { route, status, durationMs }: CountedAnswer,
): void {
  const { trace, now, method, requestId, keyId } = exchange;
  if (trace === null) return;
  services.tracer?.end({
    context: trace,
    name: route,
    kind: "server",
    startedAt: now,
    endedAt: now + durationMs,
    attributes: {
      "http.request.method": method,
      "http.route": route.slice(route.indexOf(" ") + 1),
      "http.response.status_code": status,
      "salute.request_id": requestId,
      "salute.key_id": keyId === "" ? undefined : keyId,
    },
    error: status >= 500 ? `status ${status}` : null,
  });
}
