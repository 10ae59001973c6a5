import { connect, createServer, type Socket } from "node:net";
import type { S3Server } from "./s3.ts";

/** One machine's network to a store or its clients, for those that use its endpoint and for nobody else. */
export interface Relay {
  endpoint: string;
  /** Holds every byte. */
  pause(): void;
  /** Ends every connection, and each new one. */
  cut(): void;
  /** Delays everything. */
  slowDown(delayMs: number): void;
  /** Ends all of these. */
  resume(): void;
  stop(): Promise<void>;
}

export async function startRelay({ endpoint }: Pick<S3Server, "endpoint">): Promise<Relay> {
  const { hostname, port } = new URL(endpoint);
  const sockets = new Set<Socket>();
  let passing = Promise.resolve();
  let resume = () => {};
  let isCut = false;
  let delayMs = 0;
  /** In order, and once the network passes: what was on its way arrives late, as do the ends of connections. */
  function passOn(from: Socket, to: Socket): void {
    let turn = Promise.resolve();
    const next = (work: () => void) => {
      turn = turn
        .then(() => passing)
        .then(() => (delayMs > 0 ? Bun.sleep(delayMs) : undefined))
        .then(work);
    };
    from.on("data", (bytes) => next(() => void to.write(bytes)));
    from.on("close", () => next(() => void to.end()));
    from.on("error", () => {});
    from.on("close", () => sockets.delete(from));
    sockets.add(from);
  }
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const listener = createServer((client) => {
    if (isCut) return void client.destroy();
    const server = connect(Number(port), hostname);
    passOn(client, server);
    passOn(server, client);
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  listener.listen(0, "127.0.0.1", resolve);
  await listening;
  const address = listener.address();
  if (address === null || typeof address === "string") throw new Error("the relay has no port");
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    pause() {
      passing = new Promise((done) => {
        resume = done;
      });
    },
    cut() {
      isCut = true;
      endAll();
    },
    slowDown(milliseconds) {
      delayMs = milliseconds;
    },
    resume() {
      isCut = false;
      delayMs = 0;
      resume();
    },
    async stop() {
      resume();
      endAll();
      const { promise: closed, resolve: close } = Promise.withResolvers<void>();
      listener.close(() => close());
      await closed;
    },
  };
}
