import type { RequestServer } from "../connection.ts";

/** The caller's address of a forwarded request. Read on the data directory's own socket only. */
export const CALLER_HEADER = "x-salute-caller";

/** Callers of the requests that another server of this machine forwarded. */
export class ForwardedRequests {
  readonly #servers = new WeakMap<Request, RequestServer>();
  /** A lookup per request is spared where none was ever forwarded. */
  #hasAny = false;

  /** Notes a request that came through `socket`. */
  note(request: Request, socket: Pick<RequestServer, "timeout">): void {
    this.#hasAny = true;
    const address = request.headers.get(CALLER_HEADER) ?? "";
    request.headers.delete(CALLER_HEADER);
    this.#servers.set(request, {
      requestIP: () => (address === "" ? null : { address }),
      timeout: (each, seconds) => socket.timeout(each, seconds),
    });
  }

  /** Null for a request of this server's own connections. */
  findServer(request: Request): RequestServer | null {
    return this.#hasAny ? (this.#servers.get(request) ?? null) : null;
  }
}
