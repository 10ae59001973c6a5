import type { Answer } from "../../../src/kit/network/http/answer-reader.ts";
import type { Origin } from "../../../src/kit/network/http/connection.ts";
import type { HttpRequest } from "../../../src/kit/network/http/connections.ts";
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

type Exchange = (origin: Origin, request: HttpRequest) => Promise<Answer>;

/** Simulated receivers by host name on a virtual clock, for a client's `exchange` and `resolve`. */
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

  readonly exchange: Exchange = (_origin, request) => {
    const headers = Object.fromEntries(
      Object.entries({ ...request.headers, host: request.host }).map(([name, value]) => [
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
      body: request.body,
      at: this.now(),
      status: null,
    };
    this.seen.push(seen);
    return this.#answer(this.behaviourOf(name), seen, request);
  };

  #answer(behaviour: Behaviour, seen: SeenRequest, { cutoff, keep }: HttpRequest): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const respond = (status: number, body: string, headers: Record<string, string> = {}) => {
      const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
      resolve({ status, headers: new Map(lowerCase), body: Buffer.from(body).subarray(0, keep) });
    };
    const isBegun = behaviour.kind === "slow_body" && !cutoff.isCut;
    cutoff.add({ cut: (reason) => (isBegun ? respond(behaviour.status, "begun") : reject(reason)) });
    if (cutoff.isCut) return promise;
    if (behaviour.kind === "answer") {
      const { status, delayMs = 0, headers, body = "" } = behaviour;
      const answer = () => {
        seen.status = status;
        respond(status, body, headers);
      };
      if (delayMs === 0) answer();
      else this.timers().after(delayMs, answer);
    } else if (behaviour.kind === "slow_body") seen.status = behaviour.status;
    else if (behaviour.kind === "huge_body") {
      seen.status = behaviour.status;
      respond(behaviour.status, "a".repeat(keep));
    } else if (behaviour.kind === "reset") reject(failure("ECONNRESET"));
    else if (behaviour.kind === "refused") reject(failure("ECONNREFUSED"));
    else if (behaviour.kind === "tls") reject(failure("CERT_HAS_EXPIRED"));
    return promise;
  }
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}
