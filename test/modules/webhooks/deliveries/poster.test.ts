import { afterEach, expect, test } from "bun:test";
import type { Socket } from "node:net";
import type { Receipt } from "../../../../src/modules/webhooks/deliveries/sending/client.ts";
import { Poster } from "../../../../src/modules/webhooks/deliveries/sending/posting/poster.ts";
import { startReceiver, type TestReceiver } from "../../../harness/servers/receivers.ts";
import { until } from "../../../harness/until.ts";

const open: { close(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

const ok = (socket: Socket) => void socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
const OK: Receipt = { kind: "answered", status: 200, retryAfter: null, excerpt: "ok" };
const BUSY = 4;

async function receiver(answer: (socket: Socket) => void): Promise<TestReceiver> {
  const started = await startReceiver(answer);
  open.push(started);
  return started;
}

function poster(idleMs = 60_000): Poster {
  const log = { error: () => {} } as never;
  const settings = { timeoutMs: 10_000, allowHttp: true, allowPrivate: true };
  const made = new Poster({ settings, log, busyFrom: BUSY, idleMs });
  open.push({ close: () => made.end() });
  return made;
}

const shipment = (port: number, n: number) => ({
  owner: "1",
  url: `http://127.0.0.1:${port}/hooks`,
  headers: { "x-number": String(n) },
  body: `{"n":${n},"text":"é\u2028"}`,
});

const postMany = (to: Poster, port: number, count: number, stop?: AbortSignal) =>
  Array.from({ length: count }, (_, n) => to.post(shipment(port, n), stop));

test("few posts are sent without a thread, many with one; each arrives once, with its own receipt", async () => {
  const { port, received } = await receiver(ok);
  const made = poster();
  expect(await Promise.all(postMany(made, port, BUSY))).toEqual(Array(BUSY).fill(OK));
  expect(made.isInThread).toBe(false);
  expect(await Promise.all(postMany(made, port, 50))).toEqual(Array(50).fill(OK));
  expect(made.isInThread).toBe(true);
  const bodies = received.map((text) => text.slice(text.indexOf("\r\n\r\n") + 4));
  expect(bodies.length).toBe(BUSY + 50);
  for (let n = 0; n < 50; n++)
    expect(bodies.filter((body) => body === shipment(port, n).body).length).toBe(n < BUSY ? 2 : 1);
});

test("a receipt of a failure comes from the thread as it is", async () => {
  const { port } = await receiver((socket) => void socket.write("no HTTP\r\n\r\n"));
  const made = poster();
  const receipts = await Promise.all(postMany(made, port, 3 * BUSY));
  expect(made.isInThread).toBe(true);
  expect(new Set(receipts.map((receipt) => JSON.stringify(receipt))).size).toBe(1);
  expect(receipts[0]).toMatchObject({ kind: "failed" });
});

test("a header that would end its line is refused by the thread, too", async () => {
  const { port, received } = await receiver(ok);
  const made = poster();
  await Promise.all(postMany(made, port, 2 * BUSY));
  const evil = { ...shipment(port, 1), headers: { "x-number": "1\r\nx-other: 2" } };
  expect(await made.post(evil)).toMatchObject({ kind: "failed" });
  expect(received.join("")).not.toContain("x-other");
});

test("a stop abandons the posts in the thread at once", async () => {
  const { port, received } = await receiver(() => {});
  const made = poster();
  const stop = new AbortController();
  const posts = postMany(made, port, 3 * BUSY, stop.signal);
  await until(() => received.length === 3 * BUSY);
  stop.abort();
  expect(await Promise.all(posts)).toEqual(Array(3 * BUSY).fill({ kind: "abandoned" }));
  expect(await made.post(shipment(port, 1), stop.signal)).toEqual({ kind: "abandoned" });
});

test("without posts the thread ends, and the next many begin another one", async () => {
  const { port } = await receiver(ok);
  const made = poster(20);
  await Promise.all(postMany(made, port, 2 * BUSY));
  expect(made.isInThread).toBe(true);
  await until(() => !made.isInThread);
  expect(await Promise.all(postMany(made, port, 2 * BUSY))).toEqual(Array(2 * BUSY).fill(OK));
  expect(made.isInThread).toBe(true);
});
