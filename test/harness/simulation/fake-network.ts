import type { Timers } from "../../../src/kit/timers.ts";

/** Behaviour of a simulated receiver. Delays are milliseconds of the virtual clock. */
export type Behaviour =
  | { kind: "answer"; status: number; delayMs?: number; headers?: Record<string, string>; body?: string }
  | { kind: "hang" }
  | { kind: "slow_body"; status: number }
  | { kind: "huge_body"; status: number }
  | { kind: "reset" }
  | { kind: "refused" }
  | { kind: "tls" }
  | { kind: "dns" };

export const OK: Behaviour = { kind: "answer", status: 200 };

/** A request as received. */
export interface SeenRequest {
  name: string;
  uid: string;
  attempt: number;
  headers: Record<string, string>;
  body: string;
  at: number;
  /** Status in the answer's head; null if none was sent. */
  status: number | null;
}

type Fetch = (url: string, init: BunFetchRequestInit) => Promise<Response>;

/**
 * Simulated receivers by host name, for a client's `fetch` and `resolve`: real Response objects on a virtual clock,
 * whose bodies can hang, never end or break off.
 */
export class FakeNetwork {
  readonly seen: SeenRequest[] = [];
  /** Behaviour by host name. */
  address = "93.184.216.34";
  readonly #behaviours = new Map<string, Behaviour>();

  constructor(
    private readonly now: () => number,
    private readonly timers: () => Timers,
  ) {}

  behave(name: string, behaviour: Behaviour): void {
    this.#behaviours.set(name, behaviour);
  }

  behaviourOf(name: string): Behaviour {
    return this.#behaviours.get(name) ?? OK;
  }

  /** Resolves every name to the same address, unless its DNS is down. */
  readonly resolve = async (name: string): Promise<string[]> => {
    if (this.behaviourOf(name).kind === "dns") throw failure("ENOTFOUND");
    return [this.address];
  };

  readonly fetch: Fetch = (_url, init) => {
    const headers = Object.fromEntries(
      Object.entries(init.headers as Record<string, string>).map(([name, value]) => [
        name.toLowerCase(),
        value,
      ]),
    );
    const name = (headers.host ?? "").split(":")[0] ?? "";
    const seen: SeenRequest = {
      name,
      uid: headers["x-webhook-id"] ?? "",
      attempt: Number(headers["x-webhook-attempt"]),
      headers,
      body: String(init.body),
      at: this.now(),
      status: null,
    };
    this.seen.push(seen);
    return this.#answer(this.behaviourOf(name), seen, init.signal ?? new AbortController().signal);
  };

  #answer(behaviour: Behaviour, seen: SeenRequest, signal: AbortSignal): Promise<Response> {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const respond = (status: number, body: BodyInit | null, headers?: Record<string, string>) => {
      seen.status = status;
      resolve(new Response(body, { status, ...(headers !== undefined && { headers }) }));
    };
    signal.addEventListener("abort", () => reject(signal.reason));
    if (signal.aborted) reject(signal.reason);
    else if (behaviour.kind === "answer") {
      const { status, delayMs = 0, headers, body = null } = behaviour;
      if (delayMs === 0) respond(status, body, headers);
      else this.timers().after(delayMs, () => respond(status, body, headers));
    } else if (behaviour.kind === "slow_body") respond(behaviour.status, hangingBody(signal));
    else if (behaviour.kind === "huge_body") respond(behaviour.status, endlessBody());
    else if (behaviour.kind === "reset") reject(failure("ECONNRESET"));
    else if (behaviour.kind === "refused") reject(failure("ECONNREFUSED"));
    else if (behaviour.kind === "tls") reject(failure("CERT_HAS_EXPIRED"));
    return promise;
  }
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

function hangingBody(signal: AbortSignal): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("begun"));
      signal.addEventListener("abort", () => controller.error(signal.reason));
    },
  });
}

function endlessBody(): ReadableStream {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1_024).fill(97)) });
}
