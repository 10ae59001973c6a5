import type { Database } from "../db/database.ts";
import type { Clock } from "../kit/clock.ts";
import { requestId as newRequestId } from "../kit/ids.ts";
import type { AddressSet } from "../kit/network/addresses.ts";
import { parseForwarded, unmapped } from "../kit/network/addresses.ts";
import type { TraceContext } from "../kit/tracing/trace-context.ts";
import type { Answer } from "./answers/answer.ts";
import type { RefusalReason } from "./answers/refusal-reason.ts";
import type { Context } from "./context.ts";
import { type LimitState, limitHeaders, nearerEnd } from "./rate-limit.ts";
import { parseTarget, type Target } from "./target.ts";

export const LOOPBACK = "127.0.0.1";

/** The connection of a request. */
export interface Connection {
  /** The other end's address; null in process. */
  address(): string | null;
  /** Lifts the server's idle timeout for this request: for streamed answers. */
  keepOpen(): void;
  /** Ends the request unless it is called again within this time. */
  endAfter(seconds: number): void;
}

/** Answers one request: synchronously if nothing has to be waited for, since a promise costs a read a tenth. */
export type Endpoint = (request: Request, connection: Connection) => Response | Promise<Response>;

/** One request on its way through a surface: its known facts so far, and the headers of its answer. */
export class Exchange {
  readonly requestId: string;
  /** Read once, as is the target: each reading of the request costs a call of the runtime. */
  readonly method: string;
  readonly target: Target;
  /** Unix milliseconds. */
  readonly now: number;
  readonly headers: Record<string, string> = {};
  readonly startedAt = performance.now();
  /** Its span; null unless traces are exported. */
  trace: TraceContext | null = null;
  /** The key that signed it, once verified; otherwise empty. */
  keyId = "";
  limit: LimitState | null = null;
  /** The file with the caller's state, once requested: it stays open until the answer is complete. */
  file: Database | null = null;
  /** The operation's answer, or the code of the refusal. */
  result: Answer | null = null;
  refusal: string | null = null;
  /** Whether the answer is a fault that a sandbox request asked for; such an answer is in no statistics. */
  isRequestedFault = false;
  /** For a 403. */
  refusalReason: RefusalReason = "other";
  /** The operation's context, once read; used by pages that show a refusal. */
  context: Context | null = null;
  #address: string | null = null;
  readonly #trustedProxies: AddressSet;

  constructor(
    readonly request: Request,
    readonly connection: Connection,
    { clock, trustedProxies }: { clock: Clock; trustedProxies: AddressSet },
  ) {
    this.now = clock.now();
    this.method = request.method;
    this.target = parseTarget(request.url);
    this.#trustedProxies = trustedProxies;
    const own = request.headers.get("x-request-id");
    this.requestId = own !== null && /^[A-Za-z0-9._-]{8,128}$/.test(own) ? own : newRequestId();
    this.headers["x-request-id"] = this.requestId;
    this.headers["x-content-type-options"] = "nosniff";
  }

  /**
   * The caller's address: the peer's, or behind trusted proxies the rightmost forwarded address of no trusted proxy.
   * An entry that is not an address ends the search at the peer: what is left of it may be the caller's invention.
   */
  get address(): string {
    this.#address ??= this.#findAddress();
    return this.#address;
  }

  noteLimit(state: LimitState | null): void {
    this.limit = nearerEnd(this.limit, state);
    if (this.limit !== null) Object.assign(this.headers, limitHeaders(this.limit, this.now));
  }

  #findAddress(): string {
    const peer = unmapped(this.connection.address() ?? LOOPBACK);
    if (this.#trustedProxies.isEmpty || !this.#trustedProxies.contains(peer)) return peer;
    const entries = (this.request.headers.get("x-forwarded-for") ?? "")
      .split(",")
      .map((entry) => entry.trim())
      .filter((entry) => entry !== "");
    for (const entry of entries.reverse()) {
      const address = parseForwarded(entry);
      if (address === null) return peer;
      if (!this.#trustedProxies.contains(address)) return address;
    }
    return peer;
  }
}

/** Tells browsers to use only https for a year. */
const HSTS = "max-age=31536000";

/** An exchange with the headers of every answer, refusals of unknown paths and methods included. */
export function beginExchange(
  request: Request,
  connection: Connection,
  services: { clock: Clock; trustedProxies: AddressSet; baseUrl: () => string },
): Exchange {
  const exchange = new Exchange(request, connection, services);
  if (services.baseUrl().startsWith("https:")) exchange.headers["strict-transport-security"] = HSTS;
  return exchange;
}
