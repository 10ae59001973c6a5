import { entryOf } from "../answers/catalog.ts";
import { invalidPayload, Problem } from "../answers/problem.ts";
import type { Exchange } from "../exchange.ts";

/** Faults that a sandbox request may ask for. */
export const SANDBOX_FAULTS = ["rate_limited", "server_error", "db_unavailable", "timeout"] as const;

const HEADER = "X-Sandbox-Fault";

/**
 * Answers a sandbox request with the fault that its header asks for, before anything of the request is carried out; its
 * nonce stays unused.
 * @throws Problem the fault, or invalid_payload for an unknown one
 */
export function failOnRequest(exchange: Exchange): void {
  const asked = exchange.request.headers.get(HEADER);
  if (asked === null || asked === "") return;
  const fault = SANDBOX_FAULTS.find((each) => each === asked);
  if (fault === undefined) throw invalidPayload(HEADER, `must be one of ${SANDBOX_FAULTS.join(", ")}`);
  exchange.isRequestedFault = true;
  const seconds = entryOf(fault).retry_after_seconds;
  throw new Problem(
    fault,
    `${HEADER} asked for this answer, and nothing was done: send it again without the header.`,
    {
      headers: seconds === null ? {} : { "retry-after": String(seconds) },
    },
  );
}
