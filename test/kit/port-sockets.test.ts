import { afterEach, beforeEach, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { PortSockets } from "../../src/kit/network/port-sockets.ts";
import { until } from "../harness/until.ts";

/** The listener and connections of a port, as the C library shows them. */

const REQUEST = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
/** More than the buffers of a connection hold. */
const LONG = "x".repeat(32 * 2 ** 20);

let server: Bun.Server<undefined>;
let sockets: PortSockets;
let clients: Socket[];

beforeEach(() => {
  clients = [];
  server = Bun.serve({ port: 0, hostname: "127.0.0.1", idleTimeout: 0, fetch: () => new Response(LONG) });
  const found = PortSockets.open(server.port ?? 0);
  if (found === null) throw new Error("this system is not supported");
  sockets = found;
});

afterEach(async () => {
  for (const client of clients) client.destroy();
  sockets.close();
  await server.stop(true);
});

function open(): Socket {
  const client = connect(server.port ?? 0, "127.0.0.1");
  client.on("error", () => undefined);
  clients.push(client);
  return client;
}

test("an answer that nobody reads ends after the time given, although the server itself would wait", async () => {
  sockets.endUnreadAfter(200);
  open().pause().write(REQUEST);
  await until(() => server.pendingRequests === 1);
  await until(() => server.pendingRequests === 0 && sockets.connections().length === 0);
});

test("a paused listener accepts nothing; its connections can be refused, and after a resume are accepted", async () => {
  sockets.pause();
  let received = "";
  open().on("data", (data) => {
    received += data.toString();
  });
  await until(() => sockets.refuseWaiting(new TextEncoder().encode("refused"), 5) === 1);
  await until(() => received === "refused");
  open().pause();
  expect(sockets.connections()).toEqual([]);
  sockets.resume();
  await until(() => sockets.connections().length === 1);
  expect(sockets.connections()[0]?.address).toBe("127.0.0.1");
});
