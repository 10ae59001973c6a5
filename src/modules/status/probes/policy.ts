import { SECOND_MS } from "../../../kit/clock.ts";

/** An endpoint to call, and the conditions of success. */
export interface Probe {
  probe: string;
  path: string;
  status: number;
  /** Time limit for the complete response. */
  max_ms: number;
}

/** Public endpoints that every installation has, with and without a chain. */
export const PROBES: readonly Probe[] = [
  { probe: "health", path: "/healthz", status: 200, max_ms: SECOND_MS },
  { probe: "readiness", path: "/readyz", status: 200, max_ms: 2 * SECOND_MS },
  { probe: "system_status", path: "/api/public/system-status", status: 200, max_ms: 2 * SECOND_MS },
  { probe: "status_page", path: "/status", status: 200, max_ms: 3 * SECOND_MS },
  { probe: "front_page", path: "/", status: 200, max_ms: 3 * SECOND_MS },
];
