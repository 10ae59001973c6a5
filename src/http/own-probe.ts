import { equalConstantTime } from "../kit/seal.ts";
import type { Exchange } from "./exchange.ts";
import type { HttpServices } from "./services.ts";

/** The header that carries the secret of a process to itself. */
export const PROBE_HEADER = "x-salute-probe";

/** Whether this process calls itself to see whether it answers: such calls count against no limit and as no use. */
export function isOwnProbe({ request }: Exchange, { probeSecret }: HttpServices): boolean {
  const given = request.headers.get(PROBE_HEADER);
  return given !== null && equalConstantTime(given, probeSecret);
}
