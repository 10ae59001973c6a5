import { isIP } from "node:net";
import type { Clock } from "../../../kit/clock.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import { type LookUpState, NameResolver } from "../../../kit/name-resolver.ts";
import type { Timers } from "../../../kit/timers.ts";
import { type Fault, faultOf, NO_PUBLIC_ADDRESS, TargetFault } from "./faults.ts";
import { hostnameOf, isPublicAddress } from "./targets.ts";

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
  /** Resolves a name to all its addresses on behalf of an owner. */
  resolve?: (name: string, owner: string, state: LookUpState) => Promise<string[]>;
  fetch?: (url: string, init: BunFetchRequestInit) => Promise<Response>;
}

/** Bytes of an answer's body that are kept. */
export const EXCERPT_BYTES = 4_096;
/** A busy receiver's name is looked up once in this time; its addresses stay checked and pinned. */
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

interface Asked {
  method: "POST" | "HEAD" | "GET";
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
}

interface Known {
  addresses: Promise<string[]>;
  until: number;
}

/**
 * Sends signed bodies to receivers. Every address of the name is checked and the connection is pinned to a checked
 * address, while certificates are verified against the name. Redirects are not followed, and an answer takes no more
 * memory than its excerpt.
 */
export class Client {
  readonly #names = new Map<string, Known>();
  readonly #fetch: NonNullable<ClientOptions["fetch"]>;
  readonly #resolve: NonNullable<ClientOptions["resolve"]>;

  constructor(private readonly options: ClientOptions) {
    this.#fetch = options.fetch ?? fetch;
    const resolver = new NameResolver(options);
    this.#resolve = options.resolve ?? ((name, owner, state) => resolver.resolve(name, owner, state));
  }

  /** Sends one POST request. Never throws: errors are in the receipt. Aborting `stop` abandons the request. */
  async post(shipment: Shipment, stop?: AbortSignal): Promise<Receipt> {
    const deadline = new AbortController();
    const lookUp: LookUpState = { isWaiting: false };
    const abandon = () => deadline.abort(new Abandoned());
    if (stop?.aborted === true) return { kind: "abandoned" };
    stop?.addEventListener("abort", abandon);
    const { timeoutMs, timers } = this.options;
    const disarm = timers.after(timeoutMs, () =>
      deadline.abort(new TargetFault("timeout", `no answer within ${timeoutMs / SECOND_MS} s`)),
    );
    try {
      return await this.#post(shipment, lookUp, deadline.signal);
    } catch (error) {
      const cause = deadline.signal.aborted ? deadline.signal.reason : error;
      // The receiver is not at fault if its name was not even looked up.
      if (cause instanceof Abandoned || lookUp.isWaiting) return { kind: "abandoned" };
      return { kind: "failed", ...faultOf(cause) };
    } finally {
      disarm();
      stop?.removeEventListener("abort", abandon);
    }
  }

  /**
   * Requests one page by the same rules without reading the body; redirects are left to the caller.
   * @throws TargetFault, the runtime's own errors, or the signal's reason
   */
  async visit(
    method: "HEAD" | "GET",
    url: string,
    headers: Record<string, string>,
    signal: AbortSignal,
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

  async #request({ url: text, owner, lookUp }: Target, request: Asked): Promise<Response> {
    const url = new URL(text);
    if (url.protocol !== "https:" && !(url.protocol === "http:" && this.options.allowHttp))
      throw new TargetFault("blocked_target", `${url.protocol.slice(0, -1)} targets are not allowed`);
    const name = hostnameOf(url);
    const addresses =
      isIP(name) === 0 ? await sooner(this.#lookUp(name, owner, lookUp), request.signal) : [name];
    if (!this.options.allowPrivate && !addresses.every(isPublicAddress))
      throw new TargetFault("blocked_target", NO_PUBLIC_ADDRESS);
    return this.#fetchAny(url, addresses, {
      ...request,
      headers: { ...request.headers, host: url.host },
      redirect: "manual",
      decompress: false,
      ...(url.protocol === "https:" && { tls: this.#tls(name) }),
    });
  }

  /** Tries the next address only if one refuses the connection: that address saw nothing of the request. */
  async #fetchAny(url: URL, addresses: string[], init: BunFetchRequestInit): Promise<Response> {
    const tried = addresses.slice(0, MAX_ADDRESSES_TRIED);
    for (const [index, address] of tried.entries()) {
      try {
        return await this.#fetch(pinned(url, address), init);
      } catch (error) {
        if (index === tried.length - 1 || !hasNotConnected(error) || init.signal?.aborted === true)
          throw error;
      }
    }
    throw new TargetFault("dns_error", NO_PUBLIC_ADDRESS);
  }

  /**
   * With a server name, Bun sends it as SNI and verifies the certificate against it; without one, against the
   * address.
   */
  #tls(name: string): BunFetchRequestInitTLS {
    const { ca } = this.options;
    return {
      rejectUnauthorized: true,
      ...(ca !== undefined && { ca }),
      ...(isIP(name) === 0 && { serverName: name }),
    };
  }

  #lookUp(name: string, owner: string, state: LookUpState): Promise<string[]> {
    const now = this.options.clock.now();
    const key = `${owner} ${name}`;
    const known = this.#names.get(key);
    if (known !== undefined && now < known.until && now >= known.until - NAME_KEPT_MS) return known.addresses;
    const addresses = this.#resolve(name, owner, state);
    addresses.catch(() => this.#names.delete(key));
    if (this.#names.size >= MAX_NAMES_KEPT) this.#names.clear();
    this.#names.set(key, { addresses, until: now + NAME_KEPT_MS });
    return addresses;
  }
}

/** The sender is stopping. */
class Abandoned extends Error {}

/** The URL with this address as its host, so that Bun connects to this address only. */
function pinned(url: URL, address: string): string {
  const host = address.includes(":") ? `[${address}]` : address;
  const port = url.port === "" ? "" : `:${url.port}`;
  return `${url.protocol}//${host}${port}${url.pathname}${url.search}`;
}

function hasNotConnected(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return ["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL", "EAFNOSUPPORT"].includes(code);
}

/** The beginning of a body as text. A body that breaks off or is too slow yields the part that arrived. */
async function readExcerpt(response: Response): Promise<string | null> {
  const reader = response.body?.getReader();
  if (reader === undefined) return null;
  const kept = new Uint8Array(EXCERPT_BYTES);
  let size = 0;
  try {
    while (size < EXCERPT_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      const part = value.subarray(0, EXCERPT_BYTES - size);
      kept.set(part, size);
      size += part.length;
    }
    if (size === EXCERPT_BYTES) void reader.cancel().catch(() => {});
  } catch {
    // The head has arrived and decides the outcome; the end of the body does not matter.
  }
  if (size === 0) return null;
  return new TextDecoder().decode(kept.subarray(0, size), { stream: true }).replaceAll("\0", "\ufffd");
}

/** The promise's value. Rejects if the signal is aborted first. */
function sooner<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
