import { isIP } from "node:net";
import type { Clock } from "../../../kit/clock.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import { type LookUpState, NameResolver } from "../../../kit/name-resolver.ts";
import type { Timers } from "../../../kit/timers.ts";
import { type Fault, faultOf, NO_PUBLIC_ADDRESS, TargetFault } from "./faults.ts";
import { hostnameOf, isPublicAddress } from "./targets.ts";

/** What a receiver is sent. */
export interface Shipment {
  /** Whose receiver it is: look-ups of names are bounded for each. */
  owner: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** What came of it: an answer's head with the beginning of its body, or why there was none. */
export type Receipt =
  | { kind: "answered"; status: number; retryAfter: string | null; excerpt: string | null }
  | ({ kind: "failed" } & Fault)
  /** Given up by us before an answer came: the receiver may have it or not. */
  | { kind: "abandoned" };

export interface ClientOptions {
  clock: Clock;
  timers: Timers;
  /** For connecting, head and body together; looking the name up counts. */
  timeoutMs: number;
  allowHttp: boolean;
  /** Whether addresses that are not public may be sent to: for tests and private networks. */
  allowPrivate: boolean;
  /** Certificates to trust in place of the system's. */
  ca?: string;
  /** Every address of a name, for an owner. */
  resolve?: (name: string, owner: string, state: LookUpState) => Promise<string[]>;
  fetch?: (url: string, init: BunFetchRequestInit) => Promise<Response>;
}

/** How much of an answer's body is kept. */
export const EXCERPT_BYTES = 4_096;
/** A name that is sent to many times a second is looked up once in this time: its addresses stay checked and pinned. */
const NAME_KEPT_MS = SECOND_MS;
const MAX_NAMES_KEPT = 1_000;
const MAX_ADDRESSES_TRIED = 4;

/** Owner of look-ups for pages that operators have checked. */
const VISITS = "visits";

/** Where a request goes, and whose look-up of the name it is. */
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
 * Sends signed bodies to receivers. Every address of the name is checked and the connection pinned to a checked one,
 * while certificates are verified against the name; redirects are not followed; no answer takes more memory than its
 * excerpt.
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

  /** Posts once and never throws: what went wrong is in the receipt. Aborting `stop` abandons it. */
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
      // A receiver whose name was not even asked for has done nothing wrong.
      if (cause instanceof Abandoned || lookUp.isWaiting) return { kind: "abandoned" };
      return { kind: "failed", ...faultOf(cause) };
    } finally {
      disarm();
      stop?.removeEventListener("abort", abandon);
    }
  }

  /**
   * Asks for one page by the same rules and reads no body; redirects are the caller's.
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
      throw new TargetFault("blocked_target", `${url.protocol.slice(0, -1)} targets are not admitted`);
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

  /** An address that refuses the connection saw nothing of the request, so the next one is tried. */
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

  /** With a server name Bun sends it as SNI and verifies the certificate against it; without, against the address. */
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

/** The sender stops. */
class Abandoned extends Error {}

/** The URL with its host put as this address, which Bun then connects to and to no other. */
function pinned(url: URL, address: string): string {
  const host = address.includes(":") ? `[${address}]` : address;
  const port = url.port === "" ? "" : `:${url.port}`;
  return `${url.protocol}//${host}${port}${url.pathname}${url.search}`;
}

function hasNotConnected(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return ["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL", "EAFNOSUPPORT"].includes(code);
}

/** The first bytes of a body as text. A body that breaks off or is too slow gives what came of it. */
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
    // The head has come, and decides; how the body ended does not matter.
  }
  if (size === 0) return null;
  return new TextDecoder().decode(kept.subarray(0, size), { stream: true }).replaceAll("\0", "\ufffd");
}

/** A promise's value, unless the signal is aborted first. */
function sooner<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
