import type { Database } from "../../../db/database.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import type { Job } from "../../platform/jobs/index.ts";
import { callProbe } from "./client.ts";
import { PROBES, type Probe } from "./policy.ts";
import { addProbeResult } from "./store.ts";

export interface ProbeParts {
  live: Database;
  /** Base URL of this process's listener; null without one. */
  listener: () => string | null;
  http: { probeSecret: string };
}

/** Probes our own public endpoints through the listener (contract section 17). */
export const probesJob: Job<ProbeParts> = {
  name: "probes",
  schedule: "* * * * *",
  timeoutMs: 50 * SECOND_MS,
  description: "Calls the service's own public endpoints through the listener, as a client would",
  run: (parts, signal) => runProbes(parts, PROBES, signal),
};

/** Calls each endpoint once, one after another, and stores the results. Returns a summary. */
export async function runProbes(
  { live, listener, http }: ProbeParts,
  probes: readonly Probe[],
  signal: AbortSignal,
): Promise<string> {
  const baseUrl = listener();
  if (baseUrl === null) return "skipped: this process has no listener; probes run in salute serve";
  const failed: string[] = [];
  for (const probe of probes) {
    const result = await callProbe(probe, { baseUrl, secret: http.probeSecret, signal });
    if (signal.aborted) break;
    await live.writer.run((tx) => addProbeResult(tx, result), "lasting");
    if (result.error !== null) failed.push(`${result.probe}: ${result.error}`);
  }
  return failed.length === 0 ? `${probes.length} probes succeeded` : `failed: ${failed.join("; ")}`;
}
