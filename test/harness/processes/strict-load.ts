import { type Credentials, newIdempotencyKey, newNonce, sign } from "../app/signing.ts";

const CREDIT = "/api/salutes/credit";
const BALANCE = "/api/salutes/balance?user_id=";
const PAUSE_MS = 2;
const DONE = 200;

/** An answer that was whole. */
interface Answer {
  status: number;
  closes: boolean;
}

/**
 * Clients over bare sockets, which hide nothing: fetch sends a request again if its connection was closed. Each sends one
 * request after the other, over one connection until the server ends it, or over a new one each time. Every connection
 * that is refused or ends before a whole answer counts, as does every status but 200.
 */
export class StrictLoad {
  requests = 0;
  readonly faults: string[] = [];
  /** Of acknowledged credits. */
  readonly acknowledged: string[] = [];
  /** Longest time for the answer to a change, since `lap` was called last. */
  #slowestMs = 0;
  #isOn = true;
  readonly #clients: Promise<void>[];

  constructor(
    private readonly target: { port: number; key: Credentials; userId: number },
    { kept, fresh }: { kept: number; fresh: number },
  ) {
    const clients = (count: number, keeps: boolean) =>
      Array.from({ length: count }, (_, index) => this.#run({ keeps, changes: index % 2 === 0 }));
    this.#clients = [...clients(kept, true), ...clients(fresh, false)];
  }

  /** Returns the longest time for the answer to a change since the last call. */
  lap(): number {
    const slowest = this.#slowestMs;
    this.#slowestMs = 0;
    return slowest;
  }

  async stop(): Promise<void> {
    this.#isOn = false;
    await Promise.all(this.#clients);
  }

  async #run({ keeps, changes }: { keeps: boolean; changes: boolean }): Promise<void> {
    let connection: Connection | null = null;
    while (this.#isOn) {
      await Bun.sleep(PAUSE_MS);
      const intent = newIdempotencyKey();
      const from = performance.now();
      this.requests++;
      try {
        connection ??= await Connection.open(this.target.port);
        const { status, closes } = await connection.ask(this.#request(changes, intent, keeps));
        if (status !== DONE) this.faults.push(`${changes ? "credit" : "read"}: status ${status}`);
        else if (changes) this.acknowledged.push(intent);
        if (closes || !keeps) {
          connection.end();
          connection = null;
        }
      } catch (error) {
        this.faults.push(
          `${keeps ? "kept" : "fresh"} ${changes ? "credit" : "read"}: ${(error as Error).message}`,
        );
        connection = null;
      }
      if (changes) this.#slowestMs = Math.max(this.#slowestMs, performance.now() - from);
    }
    connection?.end();
  }

  #request(changes: boolean, intent: string, keeps: boolean): string {
    const { port, key, userId } = this.target;
    const [method = "", target = ""] = changes ? ["POST", CREDIT] : ["GET", `${BALANCE}${userId}`];
    const body = changes ? JSON.stringify({ user_id: userId, amount: 1, reason: "restart" }) : "";
    const timestamp = Math.floor(Date.now() / 1_000);
    const headers = {
      host: `127.0.0.1:${port}`,
      ...sign(key, method, target, { body, nonce: newNonce(), timestamp }),
      ...(changes
        ? { "content-type": "application/json", "content-length": body.length, "idempotency-key": intent }
        : {}),
      ...(keeps ? {} : { connection: "close" }),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    return `${[`${method} ${target} HTTP/1.1`, ...lines].join("\r\n")}\r\n\r\n${body}`;
  }
}

/** One connection with one request at a time. */
class Connection {
  #text = "";
  #waiting: PromiseWithResolvers<Answer> | null = null;
  #end: string | null = null;
  #socket: Bun.Socket<undefined> | null = null;

  static async open(port: number): Promise<Connection> {
    const made = new Connection();
    made.#socket = await Bun.connect({
      hostname: "127.0.0.1",
      port,
      socket: {
        data: (_, bytes) => made.#take(bytes.toString("latin1")),
        close: () => made.#fail("closed without an answer"),
        error: (_, error) => made.#fail(error.message),
      },
    });
    return made;
  }

  ask(request: string): Promise<Answer> {
    if (this.#end !== null) return Promise.reject(new Error(`it was ${this.#end} before the request`));
    this.#text = "";
    this.#waiting = Promise.withResolvers();
    this.#socket?.write(request);
    return this.#waiting.promise;
  }

  end(): void {
    this.#socket?.end();
  }

  #take(text: string): void {
    this.#text += text;
    const head = this.#text.indexOf("\r\n\r\n");
    if (head === -1) return;
    const length = Number(/^content-length: (\d+)/im.exec(this.#text.slice(0, head))?.[1] ?? "0");
    if (this.#text.length < head + 4 + length) return;
    const status = Number(this.#text.split(" ")[1]);
    this.#waiting?.resolve({ status, closes: /^connection: close/im.test(this.#text.slice(0, head)) });
    this.#waiting = null;
  }

  #fail(reason: string): void {
    this.#end = reason;
    this.#waiting?.reject(new Error(reason));
    this.#waiting = null;
  }
}
