import { equalConstantTime } from "../../kit/crypto/seal.ts";
import type { Exchange } from "../exchange.ts";
import type { HttpServices } from "../services.ts";

/** The header with the process's secret in requests to itself. */
export const PROBE_HEADER = "x-salute-probe";

/** Whether the request is a probe of this process to itself: such calls count in no limit and no usage. */
export function isOwnProbe({ request }: Exchange, { probeSecret }: HttpServices): boolean {
  const given = request.headers.get(PROBE_HEADER);
  return given !== null && equalConstantTime(given, probeSecret);
}
