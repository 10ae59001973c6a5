import { PROBE_HEADER } from "../../../http/access/own-probe.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import { readAnswer } from "../../../kit/network/read-answer.ts";
import type { Probe } from "./policy.ts";

export interface ProbeResult {
  probe: string;
  durationMs: number;
  /** Null on success. */
  error: string | null;
}

const TIMEOUT_MS = 10 * SECOND_MS;
const MAX_ANSWER_BYTES = 32 * 2 ** 20;

/** Calls an endpoint as a client would, with the secret that exempts the call from limits and counts. */
export async function callProbe(
  { probe, path, status, max_ms }: Probe,
  { baseUrl, secret, signal }: { baseUrl: string; secret: string; signal: AbortSignal },
): Promise<ProbeResult> {
  const startedAt = performance.now();
  let error: string | null = null;
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      headers: { [PROBE_HEADER]: secret, "user-agent": "salute-probe" },
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await readAnswer(response, MAX_ANSWER_BYTES);
    if (response.status !== status) error = `status ${response.status} instead of ${status}`;
  } catch (cause) {
    error = `no answer (${codeOf(cause)})`;
  }
  const durationMs = Math.round(performance.now() - startedAt);
  if (error === null && durationMs > max_ms) error = `took ${durationMs} ms, more than ${max_ms}`;
  return { probe, durationMs, error };
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
