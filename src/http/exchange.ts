import { isIP } from "node:net";
import type { Database } from "../db/database.ts";
import type { AddressSet } from "../kit/addresses.ts";
import { unmapped } from "../kit/addresses.ts";
import { requestId as newRequestId } from "../kit/ids.ts";
import type { Answer } from "./answer.ts";
import type { Context } from "./context.ts";
import { type LimitState, limitHeaders, nearerEnd } from "./rate-limit.ts";
import type { RefusalReason } from "./refusal-reason.ts";

export const LOOPBACK = "127.0.0.1";

/** The connection that a request came by. */
export interface Connection {
  /** The other end's address; null in process. */
  address(): string | null;
  /** Lifts the server's idle timeout for this request: for answers that stream. */
  keepOpen(): void;
}

/** Answers one request: at once where nothing has to be waited for, since a promise costs a read a tenth. */
export type Endpoint = (request: Request, connection: Connection) => Response | Promise<Response>;

/** One request on its way through a surface: what is known of it so far, and the headers that its answer will bear. */
export class Exchange {
  readonly requestId: string;
  readonly headers: Record<string, string> = {};
  readonly startedAt = performance.now();
  /** The key that signed it, once that is proved; empty before and for everybody else. */
  keyId = "";
  limit: LimitState | null = null;
  /** The file that the caller's state lives in, once something asked for it: it stays open until the answer is made. */
  file: Database | null = null;
  /** What an operation answered, or the code of what it was refused with. */
  result: Answer | null = null;
  refusal: string | null = null;
  /** Of a 403. */
  refusalReason: RefusalReason = "other";
  /** What the operation is given, once it is read; for pages that show a refusal. */
  context: Context | null = null;
  #address: string | null = null;

  constructor(
    readonly request: Request,
    /** Unix milliseconds. */
    readonly now: number,
    readonly connection: Connection,
    private readonly trustedProxies: AddressSet,
  ) {
    const own = request.headers.get("x-request-id");
    this.requestId = own !== null && /^[A-Za-z0-9._-]{8,128}$/.test(own) ? own : newRequestId();
    this.headers["x-request-id"] = this.requestId;
    this.headers["x-content-type-options"] = "nosniff";
  }

  /** The caller's address: the peer's, or behind a trusted proxy the rightmost forwarded one that is no such proxy. */
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
    if (this.trustedProxies.isEmpty || !this.trustedProxies.contains(peer)) return peer;
    const forwarded = (this.request.headers.get("x-forwarded-for") ?? "")
      .split(",")
      .map((part) => unmapped(part.trim()))
      .filter((part) => isIP(part) !== 0);
    return forwarded.findLast((part) => !this.trustedProxies.contains(part)) ?? peer;
  }
}
