import { invalidPayload, Problem } from "../answers/problem.ts";
import type { Exchange } from "../exchange.ts";

const HEADER = "X-Sandbox-Fault";
const MESSAGE = `${HEADER} asked for this answer, and nothing was done: send it again without the header.`;

const FAULTS = {
  rate_limited: () => new Problem("rate_limited", MESSAGE, { headers: { "retry-after": "1" } }),
  server_error: () => new Problem("server_error", MESSAGE),
  db_unavailable: () => new Problem("db_unavailable", MESSAGE, { headers: { "retry-after": "1" } }),
  timeout: () => new Problem("timeout", MESSAGE),
};

/** Faults that a sandbox request may ask for. */
export const SANDBOX_FAULTS = Object.keys(FAULTS);

/**
 * Answers a sandbox request with the fault that its header asks for, before anything of the request is carried out; its
 * nonce stays unused.
 * @throws Problem the fault, or invalid_payload for an unknown one
 */
export function failOnRequest(exchange: Exchange): void {
  const asked = exchange.request.headers.get(HEADER);
  if (asked === null || asked === "") return;
  const fault = Object.entries(FAULTS).find(([name]) => name === asked);
  if (fault === undefined) throw invalidPayload(HEADER, `must be one of ${SANDBOX_FAULTS.join(", ")}`);
  exchange.isRequestedFault = true;
  throw fault[1]();
}
