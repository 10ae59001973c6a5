import type { SaluteResponse } from "./response.ts";
import type { Credentials } from "./signing.ts";

export interface SaluteOptions extends Credentials {
  /** The service's address, such as https://salute.example. */
  baseUrl: string;
  /**
   * Name of a sandbox of its own, such as `ci-1` for a job that runs beside others: 1 to 40 of a-z, 0-9 and -. For
   * sandbox keys; it is made at its first use and deleted a day after its last one.
   */
  sandbox?: string;
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
  checkSandbox(options);
  return { ...options, baseUrl: options.baseUrl.replace(/\/+$/, "") };
}

function checkSandbox({ sandbox, keyId }: SaluteOptions): void {
  if (sandbox === undefined) return;
  if (!/^[a-z0-9-]{1,40}$/.test(sandbox))
    throw new TypeError(`sandbox must be 1 to 40 of a-z, 0-9 and -, not ${JSON.stringify(sandbox)}`);
  if (!keyId.startsWith("pk_sandbox_")) throw new TypeError("sandbox needs a sandbox key, pk_sandbox_…");
}

export interface CallOptions {
  /** Names the intent of a change: the same key never acts twice. By default, each call makes its own. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}
