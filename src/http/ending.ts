import type { Problem } from "./answers/problem.ts";

/** How an operation is withdrawn: the headers of its answers, and the refusal after its end. */
export interface Ending {
  /** Headers of every answer at this time (Unix milliseconds), by lower-case name; empty before the announcement. */
  headers(nowMs: number): Readonly<Record<string, string>>;
  /** The refusal of every request after the end, for any caller; null before. */
  refusal(nowMs: number): Problem | null;
}

/** Refuses before anything of the request is read. @throws Problem once the operation is withdrawn */
export function refuseEnded(ending: Ending | undefined, nowMs: number): void {
  const refusal = ending?.refusal(nowMs) ?? null;
  if (refusal !== null) throw refusal;
}

/** Adds the headers to any answer of the operation: success, 304, redirect or refusal. */
export function addEndingHeaders(ending: Ending, response: Response, nowMs: number): void {
  for (const [name, value] of Object.entries(ending.headers(nowMs))) response.headers.append(name, value);
}
