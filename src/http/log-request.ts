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
  });
}
