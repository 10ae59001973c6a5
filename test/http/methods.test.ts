import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { openSocket, type SocketClient } from "../harness/app/socket.ts";
import { createWorld, type World } from "../harness/app/world.ts";

/** Unsupported methods, over a socket. */

let world: World;
let socket: SocketClient;

beforeAll(async () => {
  world = await createWorld();
  socket = openSocket(world);
});

afterAll(async () => {
  await socket.stop();
  await world.close();
});

function answerTo(method: string, path = "/api/public-stats"): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    const connection = connect(socket.port, "127.0.0.1");
    connection.on("data", (data) => {
      received += data.toString();
    });
    connection.on("error", () => undefined);
    connection.on("close", () => resolve(received));
    connection.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  });
}

test.each(["PUT", "PATCH", "PURGE", "TRACE", "LOCK", "M-SEARCH", "QUERY"])(
  "%s is 405 with Allow and a request id on a known path, 404 elsewhere",
  async (method) => {
    const answer = await answerTo(method);
    expect(answer).toStartWith("HTTP/1.1 405");
    expect(answer.toLowerCase()).toContain("\r\nallow: get, head\r\n");
    expect(answer.toLowerCase()).toContain("\r\nx-request-id: ");
    expect(await answerTo(method, "/nowhere")).toStartWith("HTTP/1.1 404");
  },
);

test.each(["FOO", "get", "Get", "post"])(
  "%s, unknown to Bun's parser, reaches no operation (docs/decisions.md)",
  async (method) => {
    expect(await answerTo(method)).not.toMatch(/^HTTP\/1\.1 2/);
  },
);
