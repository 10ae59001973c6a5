import type { Problem } from "./problem.ts";

/** How an operation is withdrawn: what its answers say of that, and how they refuse once it is gone. */
export interface Ending {
  /** Headers of every answer at this time (Unix milliseconds), by lower-case name; empty while there is nothing to say. */
  headers(nowMs: number): Readonly<Record<string, string>>;
  /** The refusal of every request from the end on, whoever asks; null before. */
  refusal(nowMs: number): Problem | null;
}

/** Refuses before anything of the request is read. @throws Problem once the operation is gone. */
export function refuseEnded(ending: Ending | undefined, nowMs: number): void {
  const refusal = ending?.refusal(nowMs) ?? null;
  if (refusal !== null) throw refusal;
}

/** Adds the headers to any answer of the operation: success, 304, redirect or refusal. */
export function addEndingHeaders(ending: Ending, response: Response, nowMs: number): void {
  for (const [name, value] of Object.entries(ending.headers(nowMs))) response.headers.append(name, value);
}
