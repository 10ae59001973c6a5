import { afterEach, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import type { Socket } from "node:net";
import type { Answer } from "../../../src/kit/network/http/answer-reader.ts";
import { Connections, type HttpRequest } from "../../../src/kit/network/http/connections.ts";
import { Cutoff } from "../../../src/kit/network/http/cutoff.ts";
import { startReceiver, TEST_AUTHORITY, type TestReceiver } from "../../harness/servers/receivers.ts";
import { until } from "../../harness/until.ts";

const open: TestReceiver[] = [];
afterEach(() => {
  for (const receiver of open.splice(0)) receiver.close();
});

/** @param answers what to do with each part that arrives, the last one again for any further */
async function serve(...answers: ((socket: Socket) => void)[]): Promise<TestReceiver> {
  let part = 0;
  const receiver = await startReceiver((socket) => {
    const answer = answers[Math.min(part++, answers.length - 1)];
    answer?.(socket);
  });
  open.push(receiver);
  return receiver;
}

const OK = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";
const ok = (socket: Socket) => void socket.write(OK);
const close = (socket: Socket) => void socket.end();

function ask(to: Connections, { port }: TestReceiver, part: Partial<HttpRequest> = {}): Promise<Answer> {
  return to.exchange({ address: "127.0.0.1", port, tls: null }, requestOf(part));
}

function requestOf(part: Partial<HttpRequest>): HttpRequest {
  return {
    method: "POST",
    path: "/",
    host: "receiver.test",
    headers: { "x-a": "b" },
    body: "{}",
    keep: 100,
    cutoff: new Cutoff(),
    ...part,
  };
}

test("a connection carries one request after the other, and two at once take two", async () => {
  const receiver = await serve(ok);
  const to = new Connections();
  for (let n = 0; n < 3; n++) expect(await ask(to, receiver)).toMatchObject({ status: 200 });
  expect(receiver.connections.length).toBe(1);
  await Promise.all([ask(to, receiver), ask(to, receiver)]);
  expect(receiver.connections.length).toBe(2);
  await Promise.all([ask(to, receiver), ask(to, receiver)]);
  expect(receiver.connections.length).toBe(2);
});

test("a kept connection that ends without an answer is replaced once", async () => {
  const receiver = await serve(ok, close, ok);
  const to = new Connections();
  await ask(to, receiver);
  expect(await ask(to, receiver)).toMatchObject({ status: 200 });
  expect(receiver.connections.length).toBe(2);
  expect(receiver.received.length).toBe(3);
});

test("it is not replaced twice, nor is a new one", async () => {
  const receiver = await serve(ok, close);
  const to = new Connections();
  await ask(to, receiver);
  const failed = ask(to, receiver);
  expect(await failed.catch((error) => error.code)).toBe("ECONNRESET");
  expect(receiver.received.length).toBe(3);
});

test("nor is one on which an answer has begun", async () => {
  const receiver = await serve(ok, (socket) => void socket.end("HTTP/1.1 200"));
  const to = new Connections();
  await ask(to, receiver);
  expect(await ask(to, receiver).catch((error) => error.code)).toBe("ECONNRESET");
  expect(receiver.received.length).toBe(2);
});

test("one that the other side closed or wrote on meanwhile is not used", async () => {
  const sockets: Socket[] = [];
  const receiver = await serve((socket) => {
    sockets.push(socket);
    ok(socket);
  });
  const to = new Connections();
  for (const speak of [close, ok]) {
    await ask(to, receiver);
    const last = sockets.at(-1) as Socket;
    const isGone = new Promise((resolve) => last.once("close", resolve));
    speak(last);
    await isGone;
  }
  await ask(to, receiver);
  expect(receiver.connections.length).toBe(3);
  expect(receiver.received.length).toBe(3);
});

test.each([
  ["that says so", "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok"],
  ["with more than one answer", `${OK}${OK}`],
  ["whose body is cut", `HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n${"a".repeat(300)}`],
])("an answer %s ends its connection", async (_, text) => {
  const receiver = await serve((socket) => void socket.write(text));
  const to = new Connections();
  for (let n = 0; n < 2; n++) expect(await ask(to, receiver)).toMatchObject({ status: 200 });
  expect(receiver.connections.length).toBe(2);
});

test("over TLS, too, a connection that is not kept is closed, though the other side keeps it open", async () => {
  let closed = 0;
  const receiver = await startReceiver(
    (socket) => {
      socket.once("close", () => closed++);
      socket.write("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok");
    },
    { certificate: "receiver", allowHalfOpen: true },
  );
  open.push(receiver);
  const { port } = receiver;
  const tls = { name: "receiver.test", ca: TEST_AUTHORITY };
  const descriptors = () => readdirSync("/proc/self/fd").length;
  const to = new Connections();
  const before = descriptors();
  for (let n = 0; n < 5; n++)
    expect(await to.exchange({ address: "127.0.0.1", port, tls }, requestOf({}))).toMatchObject({
      status: 200,
    });
  await until(() => closed === 5);
  expect(descriptors()).toBeLessThanOrEqual(before + 1);
});

test("a body larger than the socket takes at once arrives whole, counted in bytes", async () => {
  const body = "é".repeat(4_000_000);
  const length = Buffer.byteLength(body);
  let taken = 0;
  const server = Bun.serve({
    port: 0,
    maxRequestBodySize: 2 * length,
    async fetch(request) {
      const text = await request.text();
      taken = text === body ? Number(request.headers.get("content-length")) : -1;
      return new Response("ok");
    },
  });
  const to = new Connections();
  const receiver = { port: server.port as number } as TestReceiver;
  expect(await ask(to, receiver, { body })).toMatchObject({ status: 200, body: Buffer.from("ok") });
  expect(taken).toBe(length);
  expect(await ask(to, receiver)).toMatchObject({ status: 200 });
  await server.stop(true);
});

test("an answer before the body is sent counts, and ends the connection", async () => {
  const receiver = await serve((socket) => {
    socket.pause();
    socket.write("HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n");
  });
  const to = new Connections();
  expect(await ask(to, receiver, { body: "a".repeat(64_000_000) })).toMatchObject({ status: 413 });
  await serveAgain(to, receiver);
});

/** Another request does not meet the connection of the last one. */
async function serveAgain(to: Connections, receiver: TestReceiver): Promise<void> {
  await ask(to, receiver);
  expect(receiver.connections.length).toBe(2);
}

test.each([
  ["a value", { "x-a": "b\r\nx-c: d" }],
  ["a name", { "x-a: b\r\nx-c": "d" }],
  ["a value beyond ASCII", { "x-a": "é" }],
])("a line break or the like in %s is refused, and nothing is sent", async (_, headers) => {
  const receiver = await serve(ok);
  const to = new Connections();
  expect(ask(to, receiver, { headers })).rejects.toThrow(TypeError);
  expect(receiver.connections).toEqual([]);
});

test("a cutoff ends what waits for the connection or for the answer, with its reason", async () => {
  const receiver = await serve(() => {});
  const to = new Connections();
  const early = new Cutoff();
  early.cut(new Error("too late"));
  expect(ask(to, receiver, { cutoff: early })).rejects.toThrow("too late");
  const cutoff = new Cutoff();
  const waiting = ask(to, receiver, { cutoff });
  await until(() => receiver.received.length > 0);
  cutoff.cut(new Error("enough"));
  expect(waiting).rejects.toThrow("enough");
});

test("idle connections do not keep a process alive", async () => {
  const receiver = await serve(ok);
  const folder = `${import.meta.dir}/../../../src/kit`;
  const script = `
    import { Cutoff } from "${folder}/network/http/cutoff.ts";
    import { Connections } from "${folder}/network/http/connections.ts";
    const request = { method: "GET", path: "/", host: "a", headers: {}, body: "", keep: 9, cutoff: new Cutoff() };
    const { status } = await new Connections().exchange({ address: "127.0.0.1", port: ${receiver.port}, tls: null }, request);
    console.log(status);`;
  const child = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe" });
  expect(await new Response(child.stdout).text()).toBe("200\n");
  expect(await child.exited).toBe(0);
});
