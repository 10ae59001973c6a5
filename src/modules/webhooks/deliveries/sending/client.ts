import type { Clock } from "../../../../kit/clock.ts";
import { SECOND_MS } from "../../../../kit/clock.ts";
import type { Answer } from "../../../../kit/network/http/answer-reader.ts";
import type { Origin } from "../../../../kit/network/http/connection.ts";
import { Connections, type HttpRequest } from "../../../../kit/network/http/connections.ts";
import type { Cutoff } from "../../../../kit/network/http/cutoff.ts";
import { type LookUpState, NameResolver } from "../../../../kit/network/name-resolver.ts";
import type { Timers } from "../../../../kit/timers.ts";
import { classifyError, type Fault, NO_PUBLIC_ADDRESS, TargetFault } from "../faults.ts";
import { Abandoned, Deadlines } from "./engine/deadlines.ts";
import { type Destination, Destinations, requirePublic } from "./engine/destinations.ts";
import { EXCERPT_BYTES, toExcerpt } from "./excerpt.ts";

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
  /** Sends one request to exactly this address. */
  exchange?: (origin: Origin, request: HttpRequest) => Promise<Answer>;
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

type OutgoingRequest = Omit<HttpRequest, "path" | "host">;

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
  readonly #exchange: NonNullable<ClientOptions["exchange"]>;
  readonly #resolve: NonNullable<ClientOptions["resolve"]>;
  readonly #destinations: Destinations;
  readonly #deadlines: Deadlines;

  constructor(private readonly options: ClientOptions) {
    const connections = new Connections();
    this.#exchange = options.exchange ?? ((origin, request) => connections.exchange(origin, request));
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
      return await this.#post(shipment, lookUp, deadline.cutoff);
    } catch (error) {
      const cause = deadline.cutoff.isCut ? deadline.cutoff.reason : error;
      // The receiver is not at fault if its name was not even looked up.
      if (cause instanceof Abandoned || lookUp.isWaiting) return { kind: "abandoned" };
      return { kind: "failed", ...classifyError(cause) };
    } finally {
      deadline.leave();
    }
  }

  /**
   * Requests one page by the same rules without reading the body; redirects are left to the caller.
   * @throws TargetFault, errors of `Connections`, or the reason of the cutoff
   */
  async visit(
    url: string,
    { method, headers, cutoff }: Pick<OutgoingRequest, "headers" | "cutoff"> & { method: "HEAD" | "GET" },
  ): Promise<{ status: number; location: string | null }> {
    const target = { url, owner: VISITS, lookUp: { isWaiting: false } };
    const { status, headers: its } = await this.#request(target, {
      method,
      headers,
      body: "",
      keep: 1,
      cutoff,
    });
    return { status, location: its.get("location") ?? null };
  }

  async #post(
    { owner, url, headers, body }: Shipment,
    lookUp: LookUpState,
    cutoff: Cutoff,
  ): Promise<Receipt> {
    const request: OutgoingRequest = { method: "POST", headers, body, keep: EXCERPT_BYTES, cutoff };
    const answer = await this.#request({ url, owner, lookUp }, request);
    return {
      kind: "answered",
      status: answer.status,
      retryAfter: answer.headers.get("retry-after") ?? null,
      excerpt: toExcerpt(answer.body),
    };
  }

  async #request(target: Target, request: OutgoingRequest): Promise<Answer> {
    const destination = this.#destinations.of(target.url);
    const { name, host, path, isAddress } = destination;
    const addresses = isAddress ? [name] : await this.#lookUp(name, target, request.cutoff);
    if (!this.options.allowPrivate) requirePublic(addresses);
    return this.#askAny(destination, addresses, { ...request, path, host });
  }

  /** An address that refuses the connection saw nothing of the request, so the next one is tried. */
  async #askAny(
    { name, port, isAddress, isSecure }: Destination,
    addresses: readonly string[],
    request: HttpRequest,
  ): Promise<Answer> {
    const tls = isSecure ? { name: isAddress ? "" : name, ca: this.options.ca } : null;
    const tried = addresses.slice(0, MAX_ADDRESSES_TRIED);
    for (const [index, address] of tried.entries()) {
      try {
        return await this.#exchange({ address, port, tls }, request);
      } catch (error) {
        if (index === tried.length - 1 || !hasNotConnected(error) || request.cutoff.isCut) throw error;
      }
    }
    throw new TargetFault("dns_error", NO_PUBLIC_ADDRESS);
  }

  #lookUp(name: string, target: Target, cutoff: Cutoff): readonly string[] | Promise<readonly string[]> {
    const now = this.options.clock.now();
    const key = `${target.owner} ${name}`;
    let known = this.#names.get(key);
    if (known === undefined || now >= known.until || now < known.until - NAME_KEPT_MS) {
      known = this.#ask(name, target, now + NAME_KEPT_MS);
      if (this.#names.size >= MAX_NAMES_KEPT) this.#names.clear();
      this.#names.set(key, known);
      known.addresses.catch(() => this.#names.delete(key));
    }
    return known.found ?? sooner(known.addresses, cutoff);
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

/** A promise's value, unless it is cut first. */
function sooner<Value>(promise: Promise<Value>, cutoff: Cutoff): Promise<Value> {
  return new Promise((resolve, reject) => {
    const work = { cut: reject };
    cutoff.add(work);
    promise.then(resolve, reject).finally(() => cutoff.delete(work));
  });
}
