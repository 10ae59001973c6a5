import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { executable } from "../harness/processes/build.ts";
import { type Running, SLOW_MS, scratch, start, WITHOUT_CHAIN } from "../harness/processes/executable.ts";
import { until } from "../harness/until.ts";

/** A server with few descriptors and more connections than those. */

setDefaultTimeout(SLOW_MS);

const DESCRIPTORS = 256;
const REQUEST = "GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n";

let dir: ReturnType<typeof scratch>;
let server: Running;
let sockets: Socket[];

beforeEach(() => {
  dir = scratch();
  sockets = [];
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.kill("SIGKILL");
  await server.finished;
  dir.remove();
});

test.each([
  ["that send a request", REQUEST],
  ["that send nothing", ""],
])(
  "limit + 50 connections %s soon after a start: the server goes on, and its log is not accused",
  async (_, text) => {
    const serve = `ulimit -n ${DESCRIPTORS} && exec "$0" serve --port 0 --data "$1"`;
    server = start(["/bin/sh", "-c", serve, executable(), dir.data], { env: WITHOUT_CHAIN });
    const [, url = ""] = await server.printed(/^salute listens on (\S+)$/m);
    const port = Number(new URL(url).port);
    let closed = 0;
    for (let index = 0; index < DESCRIPTORS + 50; index++) {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => undefined);
      socket.on("data", () => undefined);
      socket.on("close", () => closed++);
      socket.write(text);
      sockets.push(socket);
    }
    // Half of the descriptors are for connections.
    await until(() => closed >= DESCRIPTORS / 2 + 50);
    for (const socket of sockets) socket.destroy();
    await until(async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200);
    server.kill("SIGTERM");
    const { code, stderr } = await server.finished;
    expect(code).toBe(0);
    expect(stderr).not.toContain("EMFILE");
    expect(stderr).not.toContain("kept_note");
  },
);
