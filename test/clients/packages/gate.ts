/** Stands before a server like a load balancer, and lets a test decide what reaches it and what comes back. */
export class Gate {
  /** Whether the server can be reached. */
  isUp = true;
  /** Called with each request that reaches the server, before it is sent on: its number, from 1. */
  onRequest: (number: number) => Promise<void> = async () => {};
  /** Numbers of requests whose answers are lost on the way back. */
  lost: ReadonlySet<number> = new Set();
  /** Until then, on the clients' clock, the server is away. */
  awayUntilMs = 0;
  /** Answers given without asking the server, in order. */
  prepared: Response[] = [];
  refused = 0;
  #count = 0;
  readonly #server: ReturnType<typeof Bun.serve>;

  /** @param upstream the server's address */
  constructor(public upstream: string) {
    this.#server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: (request) => this.#answer(request),
    });
  }

  get url(): string {
    return this.#server.url.origin;
  }

  stop(): Promise<void> {
    return this.#server.stop(true);
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname, search, searchParams } = new URL(request.url);
    if (pathname === "/clock") {
      this.isUp = Number(searchParams.get("at")) >= this.awayUntilMs;
      return new Response("noted");
    }
    const prepared = this.prepared.shift();
    if (prepared !== undefined) return prepared;
    const number = ++this.#count;
    await this.onRequest(number);
    if (!this.isUp) return this.#badGateway();
    const body = request.method === "GET" ? null : await request.arrayBuffer();
    const headers = new Headers(request.headers);
    headers.delete("host");
    try {
      const init = { method: request.method, headers, body, redirect: "manual" } as const;
      const answer = await fetch(this.upstream + pathname + search, init);
      const text = await answer.text();
      if (this.lost.has(number)) return this.#badGateway();
      return new Response(text, { status: answer.status, headers: answer.headers });
    } catch {
      return this.#badGateway();
    }
  }

  #badGateway(): Response {
    this.refused++;
    return new Response("<html><head><title>502 Bad Gateway</title></head></html>", {
      status: 502,
      headers: { "content-type": "text/html" },
    });
  }
}
