import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { NewsStream } from "../../src/http/answers/answer.ts";
import { mount } from "../../src/http/mount.ts";
import { anyone, readOperation } from "../../src/http/operation.ts";
import type { HttpApp } from "../../src/http/routing/http-app.ts";
import { pause } from "../../src/kit/pause.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { until } from "../harness/until.ts";

/** The runtime looks every four seconds: with less, renewing a limit would change nothing. */
const IDLE_SECONDS = 5;
const BEAT_MS = 200;
const CHUNK = "x".repeat(64 * 1024);
/** More than the buffers of both sockets take. */
const MOST_CHUNKS = 16_000;

let world: World;
let app: HttpApp;
let sent: number;
let beats: number;
let ended: string[];

const stream = (path: string, chunks: (signal: AbortSignal) => AsyncGenerator<string, void>) =>
  readOperation({
    id: path.slice(1),
    method: "GET",
    path,
    group: "test",
    summary: "Waits for news",
    access: anyone(null),
    response: { mediaType: "text/event-stream", description: "News" },
    read: () =>
      new NewsStream(
        chunks,
        () => {
          ended.push(path);
        },
        IDLE_SECONDS,
      ),
  });

async function* fast() {
  for (; sent < MOST_CHUNKS; sent++) yield CHUNK;
}

async function* beating(signal: AbortSignal) {
  for (; !signal.aborted; beats++) {
    yield "beat\n";
    await pause(BEAT_MS, signal);
  }
}

beforeEach(async () => {
  world = await createWorld();
  sent = 0;
  beats = 0;
  ended = [];
  app = mount(
    { modules: () => [{ name: "test", operations: [stream("/fast", fast), stream("/beating", beating)] }] },
    world.services.http,
  );
  app.listen({ port: 0, hostname: "127.0.0.1" });
});

afterEach(async () => {
  await app.server?.stop(true);
  await world.close();
});

function request(path: string): Socket {
  const socket = connect(app.server?.port ?? 0, "127.0.0.1");
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  return socket;
}

describe("a stream that waits for news", () => {
  test("asks for no more than is taken, and ends after the idle limit if nothing is; one that is read goes on", async () => {
    const reading = request("/beating").resume();
    await until(() => beats > 0);
    const stuck = request("/fast").pause();
    await until(() => ended.length > 0);
    expect(ended).toEqual(["/fast"]);
    expect([sent > 0, sent < MOST_CHUNKS]).toEqual([true, true]);
    const before = beats;
    await until(() => beats > before);
    stuck.destroy();
    reading.destroy();
  });

  test("ends when its client leaves", async () => {
    const socket = request("/beating").resume();
    await until(() => beats > 0);
    socket.destroy();
    await until(() => ended.length === 1 && world.services.http.inFlight.count === 0);
  });

  test("ends at a stop, and is complete for its client", async () => {
    const answer = await fetch(`http://127.0.0.1:${app.server?.port}/beating`);
    await until(() => beats > 0);
    world.services.http.inFlight.endStreams();
    expect(await answer.text()).toMatch(/^(beat\n)+$/);
    expect([ended, world.services.http.inFlight.waiting]).toEqual([["/beating"], 0]);
  });
});
