import { SECOND_MS } from "../../../kit/clock.ts";

/** OTEL_EXPORTER_OTLP_*: where and how spans are sent. */
export interface Collector {
  endpoint: string;
  headers: Record<string, string>;
}

const TIMEOUT_MS = 10 * SECOND_MS;
/** Answers after which the same spans may be sent again. */
const PASSING = [429, 502, 503, 504];

/** The result of an export; `later` may be repeated. */
export type Sent = { kind: "taken" } | { kind: "later" | "refused"; reason: string };

/** Posts spans to a collector. Never throws. */
export async function postSpans(
  { endpoint, headers }: Collector,
  body: string,
  signal: AbortSignal,
): Promise<Sent> {
  try {
    const response = await fetch(`${endpoint}/v1/traces`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", "user-agent": "salute-traces" },
      body,
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    void response.body?.cancel().catch(() => undefined);
    if (response.ok) return { kind: "taken" };
    const kind = PASSING.includes(response.status) ? "later" : "refused";
    return { kind, reason: `status ${response.status}` };
  } catch (error) {
    return { kind: "later", reason: `no answer (${error instanceof Error ? error.name : "unknown"})` };
  }
}
