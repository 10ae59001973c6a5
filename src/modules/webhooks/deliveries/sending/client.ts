import type { Clock } from "../../../../kit/clock.ts";
import { SECOND_MS } from "../../../../kit/clock.ts";
import { type LookUpState, NameResolver } from "../../../../kit/network/name-resolver.ts";
import type { Timers } from "../../../../kit/timers.ts";
import { classifyError, type Fault, NO_PUBLIC_ADDRESS, TargetFault } from "../faults.ts";
import { Abandoned, Deadlines } from "./engine/deadlines.ts";
import { type Destination, Destinations, pinned, requirePublic } from "./engine/destinations.ts";
import { readExcerpt } from "./excerpt.ts";

/** One request to a receiver. */
export interface Shipment {
  /** The owner of the receiver: name lookups are limited per owner. */
  owner: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** The outcome of a request: the answer's head with the beginning of its body, or why there was none. */
export type Receipt =
  | { kind: "answered"; status: number; retryAfter: string | null; excerpt: string | null }
  | ({ kind: "failed" } & Fault)
  /** This process gave up before an answer came; the receiver may have got the request. */
  | { kind: "abandoned" };

export interface ClientOptions {
  clock: Clock;
  timers: Timers;
  /** Limit in milliseconds for name lookup, connection, head and body together. */
  timeoutMs: number;
  allowHttp: boolean;
  /** Whether addresses outside the public internet are allowed: for tests and private networks. */
  allowPrivate: boolean;
  /** Certificates to trust instead of the system's. */
  ca?: string;
  /** Time in milliseconds after which a failed delivery is retried at the earliest. */
  firstRetryMs?: number;
  /** Resolves a name to all its addresses on behalf of an owner. */
  resolve?: (name: string, owner: string, state: LookUpState) => Promise<string[]>;
  fetch?: (url: string, init: BunFetchRequestInit) => Promise<Response>;
}

/** A name that is sent to many times a second is looked up once in this time: its addresses stay checked and pinned. */
const NAME_KEPT_MS = SECOND_MS;
const MAX_NAMES_KEPT = 1_000;
const MAX_ADDRESSES_TRIED = 4;

/** Owner of the lookups for pages that operators have checked. */
const VISITS = "visits";

/** The destination of a request, and the owner of its name lookup. */
interface Target {
  url: string;
  owner: string;
  lookUp: LookUpState;
}

interface OutgoingRequest {
  method: "POST" | "HEAD" | "GET";
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
}

interface CachedLookUp {
  addresses: Promise<string[]>;
  /** The same once they are known. */
  found: readonly string[] | null;
  until: number;
}

/**
 * Sends signed bodies to receivers. Every address of the name is checked and the connection is pinned to a checked
 * address, while certificates are verified against the name. Redirects are not followed, and an answer takes no more
 * memory than its excerpt.
 */
export class Client {
  readonly #names = new Map<string, CachedLookUp>();
  readonly #fetch: NonNullable<ClientOptions["fetch"]>;
  readonly #resolve: NonNullable<ClientOptions["resolve"]>;
  readonly #destinations: Destinations;
  readonly #deadlines: Deadlines;

  constructor(private readonly options: ClientOptions) {
    this.#fetch = options.fetch ?? fetch;
    const resolver = new NameResolver(options);
    this.#resolve = options.resolve ?? ((name, owner, state) => resolver.resolve(name, owner, state));
    this.#destinations = new Destinations(options);
    const { clock, timers, timeoutMs: ms } = options;
    const reason = () => new TargetFault("timeout", `no answer within ${ms / SECOND_MS} s`);
    this.#deadlines = new Deadlines({ clock, timers, ms, reason });
  }

  /** Sends one POST request. Never throws: errors are in the receipt. Aborting `stop` abandons the request. */
  async post(shipment: Shipment, stop?: AbortSignal): Promise<Receipt> {
    if (stop?.aborted === true) return { kind: "abandoned" };
    const lookUp: LookUpState = { isWaiting: false };
    const deadline = this.#deadlines.join(stop);
    try {
      return await this.#post(shipment, lookUp, deadline.signal);
    } catch (error) {
      const cause = deadline.signal.aborted ? deadline.signal.reason : error;
      // The receiver is not at fault if its name was not even looked up.
      if (cause instanceof Abandoned || lookUp.isWaiting) return { kind: "abandoned" };
      return { kind: "failed", ...classifyError(cause) };
    } finally {
      deadline.leave();
    }
  }

  /**
   * Requests one page by the same rules without reading the body; redirects are left to the caller.
   * @throws TargetFault, the runtime's own errors, or the signal's reason
   */
  async visit(
    url: string,
    { method, headers, signal }: OutgoingRequest & { method: "HEAD" | "GET" },
  ): Promise<{ status: number; location: string | null }> {
    const response = await this.#request(
      { url, owner: VISITS, lookUp: { isWaiting: false } },
      { method, headers, signal },
    );
    void response.body?.cancel().catch(() => {});
    return { status: response.status, location: response.headers.get("location") };
  }

  async #post(
    { owner, url, headers, body }: Shipment,
    lookUp: LookUpState,
    signal: AbortSignal,
  ): Promise<Receipt> {
    const response = await this.#request({ url, owner, lookUp }, { method: "POST", headers, body, signal });
    return {
      kind: "answered",
      status: response.status,
      retryAfter: response.headers.get("retry-after"),
      excerpt: await readExcerpt(response),
    };
  }

  async #request(target: Target, request: OutgoingRequest): Promise<Response> {
    const destination = this.#destinations.of(target.url);
    const { name, host, isAddress, isSecure } = destination;
    const addresses = isAddress ? [name] : await this.#lookUp(name, target, request.signal);
    if (!this.options.allowPrivate) requirePublic(addresses);
    return this.#fetchAny(destination, addresses, {
      method: request.method,
      body: request.body,
      signal: request.signal,
      headers: { ...request.headers, host },
      redirect: "manual",
      decompress: false,
      ...(isSecure && { tls: this.#tls(destination) }),
    });
  }

  /** An address that refuses the connection saw nothing of the request, so the next one is tried. */
  async #fetchAny(
    destination: Destination,
    addresses: readonly string[],
    init: BunFetchRequestInit,
  ): Promise<Response> {
    const tried = addresses.slice(0, MAX_ADDRESSES_TRIED);
    for (const [index, address] of tried.entries()) {
      try {
        return await this.#fetch(pinned(destination, address), init);
      } catch (error) {
        if (index === tried.length - 1 || !hasNotConnected(error) || init.signal?.aborted === true)
          throw error;
      }
    }
    throw new TargetFault("dns_error", NO_PUBLIC_ADDRESS);
  }

  /** With a server name Bun sends it as SNI and verifies the certificate against it; without, against the address. */
  #tls({ name, isAddress }: Destination): BunFetchRequestInitTLS {
    const { ca } = this.options;
    return {
      rejectUnauthorized: true,
      ...(ca !== undefined && { ca }),
      ...(!isAddress && { serverName: name }),
    };
  }

  #lookUp(name: string, target: Target, signal: AbortSignal): readonly string[] | Promise<readonly string[]> {
    const now = this.options.clock.now();
    const key = `${target.owner} ${name}`;
    let known = this.#names.get(key);
    if (known === undefined || now >= known.until || now < known.until - NAME_KEPT_MS) {
      known = this.#ask(name, target, now + NAME_KEPT_MS);
      if (this.#names.size >= MAX_NAMES_KEPT) this.#names.clear();
      this.#names.set(key, known);
      known.addresses.catch(() => this.#names.delete(key));
    }
    return known.found ?? sooner(known.addresses, signal);
  }

  #ask(name: string, { owner, lookUp }: Target, until: number): CachedLookUp {
    const known: CachedLookUp = { addresses: this.#resolve(name, owner, lookUp), found: null, until };
    known.addresses.then(
      (addresses) => {
        known.found = addresses;
      },
      () => {},
    );
    return known;
  }
}

function hasNotConnected(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return ["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL", "EAFNOSUPPORT"].includes(code);
}

/** A promise's value, unless the signal is aborted first. */
function sooner<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
