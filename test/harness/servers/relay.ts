import { connect, createServer, type Socket } from "node:net";
import type { S3Server } from "./s3.ts";

/** One machine's network to a store: `pause` holds every byte, for those that use its endpoint and for nobody else. */
export interface Relay {
  endpoint: string;
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

export async function startRelay({ endpoint }: Pick<S3Server, "endpoint">): Promise<Relay> {
  const { hostname, port } = new URL(endpoint);
  const sockets = new Set<Socket>();
  let passing = Promise.resolve();
  let resume = () => {};
  /** In order, and once the network passes: what was on its way arrives late, as do the ends of connections. */
  function passOn(from: Socket, to: Socket): void {
    let turn = Promise.resolve();
    const next = (work: () => void) => {
      turn = turn.then(() => passing).then(work);
    };
    from.on("data", (bytes) => next(() => void to.write(bytes)));
    from.on("close", () => next(() => void to.end()));
    from.on("error", () => {});
    sockets.add(from);
  }
  const listener = createServer((client) => {
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
    resume: () => resume(),
    async stop() {
      resume();
      for (const socket of sockets) socket.destroy();
      const { promise: closed, resolve: close } = Promise.withResolvers<void>();
      listener.close(() => close());
      await closed;
    },
  };
}
