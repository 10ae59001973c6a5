import type { Socket, SocketHandler } from "bun";
import { type Answer, AnswerReader } from "./answer-reader.ts";
import type { Cutoff, Cuttable } from "./cutoff.ts";

/** One address of a server. */
export interface Origin {
  address: string;
  port: number;
  /** Null without TLS. */
  tls: {
    /** The name that its certificate must have; empty if it must have the address. */
    name: string;
    /** Certificates to trust instead of the system's. */
    ca?: string;
  } | null;
}

/** A request as it goes over the connection. */
export interface Message {
  method: string;
  text: string;
  /** Length of the text as UTF-8. */
  length: number;
  /** Bytes of the answer's body that are kept. */
  keep: number;
  /** Ends the request with its reason, unless the head of an answer is there. */
  cutoff: Cutoff;
}

/** The other side closed the connection before an answer came. */
export class ConnectionClosed extends Error {
  readonly code = "ECONNRESET";
}

/** Told what becomes of its connections. */
export interface ConnectionOwner {
  /** It can carry another request. */
  rested(connection: Connection): void;
  ended(connection: Connection): void;
}

/** Without a name in ALPN some servers speak HTTP/2; in the form of RFC 7301. */
const HTTP_1_1 = Buffer.from("\x08http/1.1");
/** An idle connection is closed after this time. */
const IDLE_SECONDS = 60;

const HANDLER: SocketHandler<Connection> = {
  open: (socket) => socket.data.opened(socket),
  handshake: (socket, isTrusted, error) => socket.data.shook(isTrusted, error),
  data: (socket, bytes) => socket.data.receive(bytes),
  drain: (socket) => socket.data.flush(),
  timeout: (socket) => socket.data.fail(new ConnectionClosed()),
  error: (socket, error) => socket.data.fail(error),
  close: (socket, error) => socket.data.closed(error),
};

/**
 * A connection to one address, over which requests go one after the other (RFC 9112). With TLS nothing is sent before the
 * certificate is verified, which Bun does by the name.
 */
export class Connection implements Cuttable {
  #socket: Socket<Connection> | null = null;
  #isEnded = false;
  #opening: PromiseWithResolvers<void> | null = null;
  #answer: PromiseWithResolvers<Answer> | null = null;
  readonly #reader = new AnswerReader();
  #cutoff: Cutoff | null = null;
  /** The part of the request that the socket did not take yet. */
  #unsent: Buffer | null = null;

  constructor(
    readonly origin: Origin,
    private readonly owner: ConnectionOwner,
  ) {}

  /** @throws Error of the system or of TLS with its code, or the reason of the cutoff */
  async open(cutoff: Cutoff): Promise<void> {
    const { address: hostname, port, tls } = this.origin;
    const opening = Promise.withResolvers<void>();
    this.#opening = opening;
    this.#obey(cutoff);
    Bun.connect<Connection>({
      hostname,
      port,
      data: this,
      socket: HANDLER,
      ...(tls !== null && {
        tls: { ca: tls.ca, serverName: tls.name, rejectUnauthorized: true, ALPNProtocols: HTTP_1_1 },
      }),
    }).catch((error) => this.fail(error));
    await opening.promise;
    this.#release();
  }

  /**
   * Sends a request, once `open` or the last request is done. @throws InvalidAnswer; ConnectionClosed, errors of the
   * system or of TLS, or the reason of the cutoff, if no head of an answer came
   */
  ask({ method, text, length, keep, cutoff }: Message): Promise<Answer> {
    if (this.#isEnded) return Promise.reject(new ConnectionClosed());
    const answer = Promise.withResolvers<Answer>();
    this.#answer = answer;
    this.#reader.begin(method, keep);
    this.#obey(cutoff);
    if (this.#answer !== null) this.#send(text, length);
    return answer.promise;
  }

  /** Whether an answer has begun to arrive. */
  get hasBegun(): boolean {
    return this.#reader.hasBegun;
  }

  /** While nobody uses the connection it does not keep the process alive. */
  rest(): void {
    this.#socket?.timeout(IDLE_SECONDS);
    this.#socket?.unref();
  }

  wake(): void {
    this.#socket?.timeout(0);
    this.#socket?.ref();
  }

  /** Closes it at once: over TLS an orderly end would wait for the other side, which may keep it open for ever. */
  end(): void {
    this.#socket?.terminate();
  }

  /** Ends the present work: with the answer if its head is there. */
  cut(reason: unknown): void {
    const answer = this.#answer === null ? null : this.#reader.end();
    if (answer === null) this.fail(reason);
    else this.#finish(answer);
  }

  opened(socket: Socket<Connection>): void {
    this.#socket = socket;
    if (this.#isEnded) socket.terminate();
    else if (this.origin.tls === null) this.#opening?.resolve();
  }

  shook(isTrusted: boolean, error: Error | null): void {
    if (isTrusted) this.#opening?.resolve();
    else this.fail(error ?? new ConnectionClosed());
  }

  receive(bytes: Buffer): void {
    try {
      // Nothing was asked.
      if (this.#answer === null) throw new ConnectionClosed();
      const answer = this.#reader.add(bytes);
      if (answer !== null) this.#finish(answer);
    } catch (error) {
      this.fail(error);
    }
  }

  flush(): void {
    if (this.#unsent === null || this.#socket === null) return;
    const written = Math.max(0, this.#socket.write(this.#unsent));
    this.#unsent = written < this.#unsent.length ? this.#unsent.subarray(written) : null;
  }

  closed(error: Error | undefined): void {
    this.cut(error ?? new ConnectionClosed());
    this.fail(error);
  }

  /** Ends the connection; a request in progress fails for this reason. */
  fail(reason: unknown): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#release();
    this.#opening?.reject(reason);
    this.#answer?.reject(reason);
    this.#answer = null;
    this.end();
    this.owner.ended(this);
  }

  #send(text: string, length: number): void {
    const written = Math.max(0, this.#socket?.write(text) ?? 0);
    if (written < length) this.#unsent = Buffer.from(text).subarray(written);
  }

  #finish(answer: Answer): void {
    this.#answer?.resolve(answer);
    this.#answer = null;
    this.#release();
    if (this.#reader.isKeptOpen && this.#unsent === null) this.owner.rested(this);
    else this.end();
  }

  #obey(cutoff: Cutoff): void {
    this.#cutoff = cutoff;
    cutoff.add(this);
  }

  #release(): void {
    this.#cutoff?.delete(this);
    this.#cutoff = null;
  }
}
