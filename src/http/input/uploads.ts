import { invalidPayload, Problem } from "../answers/problem.ts";
import type { Exchange } from "../exchange.ts";
import { BodyMemory } from "./body-memory.ts";

/** Limits on bodies in progress, over all connections. */
export interface UploadLimits {
  /** Bytes of one body, unless its operation allows more. */
  maxBytes: number;
  /** Bytes of all incomplete bodies. */
  maxBytesUnderWay: number;
  /** Time in milliseconds for one body to arrive. */
  timeoutMs: number;
}

const EMPTY = new Uint8Array(0);
const FIRST_BUFFER_BYTES = 16_384;
/** Bodies above this take some milliseconds of parsing. */
const LARGE_BYTES = 32_768;
/** Chunks of one body: each costs a turn of the reader, however small. */
const MAX_CHUNKS = 8_192;
/** Ends the connection with the answer, without reading the rest of the body. */
const CLOSE = { connection: "close" };

/** Reads the bodies of requests and limits the memory of incomplete ones. */
export class Uploads {
  readonly #memory: BodyMemory;
  #turns = Promise.resolve();

  constructor(private readonly limits: UploadLimits) {
    this.#memory = new BodyMemory(limits.maxBytesUnderWay);
  }

  /** Bytes of incomplete bodies. */
  get bytesUnderWay(): number {
    return this.#memory.bytes;
  }

  /**
   * The exact bytes of a request's body. A Content-Length above the limit is refused before anything is read.
   * @param holder the sender's address, or its network
   * @param atLeast the operation's own limit, if it is above the common one
   * @throws Problem payload_too_large; overloaded if other bodies take all the room; invalid_payload for a body that
   *   ends early or takes too long
   */
  read(request: Request, holder: string, atLeast = 0): Promise<Uint8Array> {
    const maxBytes = Math.max(atLeast, this.limits.maxBytes);
    const announced = Number(request.headers.get("content-length") ?? Number.NaN);
    if (announced > maxBytes) throw tooLarge(maxBytes);
    if (announced === 0) return Promise.resolve(EMPTY);
    // Asking for `body` creates a stream, through which `arrayBuffer` then reads: a tenth more time.
    if (!Number.isNaN(announced)) return this.#readWhole(request, announced, holder);
    if (request.body === null) return Promise.resolve(EMPTY);
    return this.#readChunks(request, request.body, { holder, maxBytes });
  }

  async #readWhole(request: Request, bytes: number, holder: string): Promise<Uint8Array> {
    this.#memory.take(bytes, holder);
    try {
      const body = new Uint8Array(await this.#inTime(request.arrayBuffer()));
      if (body.length > LARGE_BYTES) await this.#ownTurn();
      return body;
    } finally {
      this.#memory.give(bytes, holder);
    }
  }

  async #readChunks(
    request: Request,
    body: ReadableStream<Uint8Array>,
    { holder, maxBytes }: { holder: string; maxBytes: number },
  ): Promise<Uint8Array> {
    const reader = body.getReader();
    const growing = new GrowingBuffer(maxBytes, (bytes) => this.#memory.take(bytes, holder));
    try {
      await this.#inTime(this.#collect(reader, growing));
      // A refused trailer ends the connection within this turn; nothing may be committed then.
      await new Promise((resolve) => setImmediate(resolve));
      if (request.signal.aborted) throw endedEarly();
      if (growing.length > LARGE_BYTES) await this.#ownTurn();
      return growing.bytes();
    } catch (error) {
      void reader.cancel().catch(() => undefined);
      throw error;
    } finally {
      this.#memory.give(growing.capacity, holder);
    }
  }

  /** Gives each large body an event loop turn of its own, so that other requests run in between. */
  #ownTurn(): Promise<void> {
    this.#turns = this.#turns.then(() => new Promise((resolve) => setImmediate(resolve)));
    return this.#turns;
  }

  async #collect(reader: ReadableStreamDefaultReader<Uint8Array>, growing: GrowingBuffer): Promise<void> {
    for (let chunks = 0; ; chunks++) {
      const { done, value } = await reader.read();
      if (done) return;
      if (growing.length + value.byteLength > growing.maxBytes) throw tooLarge(growing.maxBytes);
      if (chunks === MAX_CHUNKS)
        throw new Problem("payload_too_large", `Send the body in at most ${MAX_CHUNKS} chunks.`, {
          headers: CLOSE,
        });
      growing.append(value);
    }
  }

  async #inTime<Value>(reading: Promise<Value>): Promise<Value> {
    const { timeoutMs } = this.limits;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<typeof LATE>((resolve) => {
      timer = setTimeout(() => resolve(LATE), timeoutMs);
    });
    try {
      const first = await Promise.race([reading, late]);
      if (first === LATE) throw takesTooLong(timeoutMs);
      return first;
    } catch (error) {
      throw error instanceof Problem ? error : endedEarly();
    } finally {
      clearTimeout(timer);
    }
  }
}

function tooLarge(maxBytes: number): Problem {
  return new Problem("payload_too_large", `Send a body of at most ${maxBytes} bytes.`);
}

/**
 * A chunked body's trailer may arrive after its end, and the server ends the connection at a trailer that it refuses.
 * Called in the transaction, so that nothing is committed if its answer can no longer be sent.
 * @throws Problem if the connection of a chunked request has ended
 */
export function refuseCutOff(request: Request): void {
  if (request.signal.aborted) throw endedEarly();
}

/** @throws Problem invalid_payload if a signed read has a body, which its signature would have to cover */
export function refuseBodyOfRead({
  method,
  request: { headers },
}: Pick<Exchange, "method" | "request">): void {
  if ((headers.get("content-length") ?? "0") === "0" && !headers.has("transfer-encoding")) return;
  throw new Problem("invalid_payload", `Send no body with ${method}.`, {
    details: [{ field: "body", message: `must not be sent with ${method}` }],
    headers: CLOSE,
  });
}

/** The result of a wait that timed out. */
const LATE = Symbol("late");

/** Collects bytes in one buffer that doubles. */
class GrowingBuffer {
  #buffer = EMPTY;
  length = 0;

  /** @param hold accounts for further bytes, or throws */
  constructor(
    readonly maxBytes: number,
    private readonly hold: (bytes: number) => void,
  ) {}

  get capacity(): number {
    return this.#buffer.length;
  }

  append(piece: Uint8Array): void {
    const needed = this.length + piece.byteLength;
    if (needed > this.capacity)
      this.#grow(Math.max(needed, Math.min(2 * this.capacity, this.maxBytes), FIRST_BUFFER_BYTES));
    this.#buffer.set(piece, this.length);
    this.length = needed;
  }

  #grow(capacity: number): void {
    this.hold(capacity - this.capacity);
    const grown = new Uint8Array(capacity);
    grown.set(this.#buffer.subarray(0, this.length));
    this.#buffer = grown;
  }

  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.length);
  }
}

function endedEarly(): Problem {
  return invalidPayload("body", "must arrive whole: the connection ended before it did");
}

function takesTooLong(timeoutMs: number): Problem {
  return new Problem("invalid_payload", `Send the body within ${timeoutMs / 1000} s.`, {
    details: [{ field: "body", message: `must arrive whole within ${timeoutMs / 1000} s` }],
    headers: CLOSE,
  });
}
