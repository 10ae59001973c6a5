import type { SaluteResponse } from "./response.ts";
import type { Credentials } from "./signing.ts";

export interface SaluteOptions extends Credentials {
  /** The service's address, such as https://salute.example. */
  baseUrl: string;
  /**
   * Milliseconds after the start of a call in which it is sent again: 60,000 by default, which outlives a failover;
   * 0 for no retries. A longer Retry-After is not waited for.
   */
  retryBudgetMs?: number;
  /** Most retries within the budget; unlimited by default. */
  retries?: number;
  /** Statuses that are retried; 429, 500, 502, 503 and 504 by default. */
  retryStatuses?: readonly number[];
  /** Milliseconds that one request may take; 30,000 by default. */
  timeoutMs?: number;
  /** Called with the metadata of every response, for example to log deprecations; its exceptions are ignored. */
  onResponse?: (response: SaluteResponse) => void;
  /** Replaces the runtime's own. */
  fetch?: typeof fetch;
}

/** The options with a base URL without a trailing slash. @throws TypeError that names what is missing or wrong */
export function checkOptions(options: SaluteOptions): SaluteOptions {
  for (const name of ["baseUrl", "keyId", "secret"] as const)
    if (typeof options[name] !== "string" || options[name].trim() === "")
      throw new TypeError(`${name} is missing: is its setting set?`);
  if (!/^https?:\/\/[^/]/.test(options.baseUrl))
    throw new TypeError(
      `baseUrl must start with https:// or http://, not ${JSON.stringify(options.baseUrl)}`,
    );
  return { ...options, baseUrl: options.baseUrl.replace(/\/+$/, "") };
}

export interface CallOptions {
  /** Names the intent of a change: the same key never acts twice. By default, each call makes its own. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}
