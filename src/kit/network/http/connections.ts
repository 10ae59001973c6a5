import type { Answer } from "./answer-reader.ts";
import {
  Connection,
  ConnectionClosed,
  type ConnectionOwner,
  type Message,
  type Origin,
} from "./connection.ts";

export interface HttpRequest extends Pick<Message, "keep" | "cutoff"> {
  method: "POST" | "HEAD" | "GET";
  /** With the query. */
  path: string;
  host: string;
  /** Besides `host` and `content-length`. Names and values in ASCII. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Connections without a request that are kept open. */
const MAX_IDLE = 256;

/** Sends requests over HTTP/1.1 to exact addresses, and keeps connections open for the next requests to the same ones. */
export class Connections implements ConnectionOwner {
  readonly #idle = new Map<string, Connection[]>();
  #count = 0;

  /**
   * Sends one request. A kept connection that the other side closes before an answer begins may have been closed before the
   * request came, so that it is sent once more over a new one (RFC 9110, section 9.2.2 leaves this to those who know that a
   * repetition does no harm). @throws TypeError for a header that is not a line of ASCII; InvalidAnswer; ConnectionClosed, errors of the system or of TLS, or the reason of
   * the cutoff, if no head of an answer came
   */
  async exchange(origin: Origin, request: HttpRequest): Promise<Answer> {
    const message = messageOf(request);
    const kept = this.#take(origin);
    if (kept !== null) {
      try {
        return await kept.ask(message);
      } catch (error) {
        if (kept.hasBegun || !isClosing(error)) throw error;
      }
    }
    const connection = new Connection(origin, this);
    await connection.open(request.cutoff);
    return connection.ask(message);
  }

  rested(connection: Connection): void {
    if (this.#count >= MAX_IDLE) {
      connection.end();
      return;
    }
    const key = keyOf(connection.origin);
    const idle = this.#idle.get(key);
    if (idle === undefined) this.#idle.set(key, [connection]);
    else idle.push(connection);
    this.#count++;
    connection.rest();
  }

  ended(connection: Connection): void {
    const key = keyOf(connection.origin);
    const idle = this.#idle.get(key);
    const at = idle?.indexOf(connection) ?? -1;
    if (idle === undefined || at === -1) return;
    idle.splice(at, 1);
    this.#count--;
    if (idle.length === 0) this.#idle.delete(key);
  }

  /** The connection that was used last. */
  #take(origin: Origin): Connection | null {
    const key = keyOf(origin);
    const idle = this.#idle.get(key);
    const connection = idle?.pop();
    if (idle === undefined || connection === undefined) return null;
    this.#count--;
    if (idle.length === 0) this.#idle.delete(key);
    connection.wake();
    return connection;
  }
}

/** A connection is verified for one name, and is not used for another. */
function keyOf({ address, port, tls }: Origin): string {
  return tls === null ? `${address} ${port}` : `${address} ${port} ${tls.name}`;
}

function isClosing(error: unknown): boolean {
  if (error instanceof ConnectionClosed) return true;
  return error instanceof Error && "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
}

/** Characters that would end a line or begin another header. */
const UNSAFE = /[^\t\x20-\x7e]/;

/** @throws TypeError for a header that is not a line of ASCII */
function messageOf({ method, path, host, headers, body, keep, cutoff }: HttpRequest): Message {
  const bodyLength = Buffer.byteLength(body);
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-length: ${bodyLength}\r\n`;
  for (const name in headers) {
    const value = headers[name] ?? "";
    if (UNSAFE.test(value) || UNSAFE.test(name))
      throw new TypeError(`the header ${name} is not a line of ASCII`);
    head += `${name}: ${value}\r\n`;
  }
  head += "\r\n";
  return { method, text: head + body, length: head.length + bodyLength, keep, cutoff };
}
