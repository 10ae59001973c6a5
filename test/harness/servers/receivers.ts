import { readFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";

const CERTIFICATES = join(import.meta.dir, "certificates");
const pem = (name: string) => readFileSync(join(CERTIFICATES, name), "utf8");

/** Certificate authority of the receivers. */
export const TEST_AUTHORITY = pem("ca.pem");

export type Certificate = "receiver" | "other" | "address" | "expired" | "self-signed";

export interface TestReceiver {
  port: number;
  /** Server name (SNI) of each connection; null without TLS. */
  connections: (string | false | null)[];
  /** All received text. */
  received: string[];
  close(): void;
}

/** A receiver on a raw socket, for answers that no HTTP server would give. */
export function startReceiver(
  answer: (socket: Socket) => void,
  options: { certificate?: Certificate; host?: string; allowHalfOpen?: boolean } = {},
): Promise<TestReceiver> {
  const sockets = new Set<Socket>();
  const receiver: TestReceiver = {
    port: 0,
    connections: [],
    received: [],
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  const connected = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    receiver.connections.push("servername" in socket ? ((socket as TLSSocket).servername ?? null) : null);
    socket.on("data", (chunk) => {
      receiver.received.push(String(chunk));
      answer(socket);
    });
  };
  const { certificate, allowHalfOpen = false } = options;
  const server: Server =
    certificate === undefined
      ? createServer({ allowHalfOpen }, connected)
      : createTlsServer({ allowHalfOpen, key: pem("leaf.key"), cert: pem(`${certificate}.pem`) }, connected);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, options.host ?? "127.0.0.1", () => {
      receiver.port = (server.address() as { port: number }).port;
      resolve(receiver);
    });
  });
}

/** Writes endlessly until the other side closes. */
export function pour(socket: Socket, chunk: string): void {
  let isOpen = true;
  socket.once("close", () => {
    isOpen = false;
  });
  const write = (): void => {
    while (isOpen && socket.write(chunk));
    if (isOpen) socket.once("drain", write);
  };
  write();
}
