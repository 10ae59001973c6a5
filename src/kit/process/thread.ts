/** What a thread is asked, with a number that its reply carries. */
export interface ThreadRequest<Request> {
  id: number;
  request: Request;
}

export type ThreadReply<Value> = { id: number; value: Value } | { id: number; fault: string };

export interface ThreadOptions<Request> {
  /** Of an entry point that calls `answerRequests`. */
  url: URL;
  /** What it does, for messages: "a drawing". */
  name: string;
  /** After this time without a request the thread ends, and its memory is freed. */
  idleMs: number;
  /** A request that takes longer ends the thread. Unlimited by default. */
  timeoutMs?: number;
  /** Asked before the thread is ended, so that it closes what it has open. */
  lastRequest?: Request;
}

type BunWorker = Worker & Pick<Bun.Worker, "ref" | "unref">;

/** A worker thread that is begun by its first request, answers each, and ends once nobody needs it. */
export class Thread<Request, Value> {
  #worker: BunWorker | null = null;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #lastId = 0;
  readonly #waiting = new Map<number, PromiseWithResolvers<Value>>();

  constructor(private readonly options: ThreadOptions<Request>) {}

  /** Whether it exists, so that a request costs little. */
  get isBegun(): boolean {
    return this.#worker !== null;
  }

  /** @throws Error if the request fails in the thread, takes too long, or the thread itself fails */
  async ask(request: Request): Promise<Value> {
    const { name, timeoutMs } = this.options;
    const answer = Promise.withResolvers<Value>();
    const id = ++this.#lastId;
    this.#waiting.set(id, answer);
    clearTimeout(this.#idle);
    const tooLong = () => this.#terminate(new Error(`${name} took too long`));
    const timeout = timeoutMs === undefined ? undefined : setTimeout(tooLong, timeoutMs);
    this.#worker ??= this.#begin();
    // The process must not end before the reply.
    this.#worker.ref();
    this.#worker.postMessage({ id, request } satisfies ThreadRequest<Request>);
    try {
      return await answer.promise;
    } finally {
      clearTimeout(timeout);
      if (this.#waiting.size === 0) this.#rest();
    }
  }

  /** Ends the thread unless somebody waits for it; its next request begins another one. */
  async end(): Promise<void> {
    if (this.#worker === null) return;
    const { name, lastRequest } = this.options;
    if (lastRequest !== undefined) await this.ask(lastRequest).catch(() => {});
    if (this.#waiting.size === 0) this.#terminate(new Error(`${name} was ended`));
  }

  #begin(): BunWorker {
    const worker = new Worker(this.options.url.href) as BunWorker;
    worker.onmessage = ({ data }: MessageEvent<ThreadReply<Value>>) => {
      const answer = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ("value" in data) answer?.resolve(data.value);
      else answer?.reject(new Error(`${this.options.name} failed: ${data.fault}`));
    };
    worker.onerror = ({ message }) => this.#terminate(new Error(`${this.options.name}: ${message}`));
    return worker;
  }

  #rest(): void {
    this.#worker?.unref();
    this.#idle = setTimeout(() => this.end(), this.options.idleMs);
    this.#idle.unref();
  }

  #terminate(error: Error): void {
    clearTimeout(this.#idle);
    this.#worker?.terminate();
    this.#worker = null;
    for (const answer of this.#waiting.values()) answer.reject(error);
    this.#waiting.clear();
  }
}
