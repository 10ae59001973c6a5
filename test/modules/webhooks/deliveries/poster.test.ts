import { afterEach, expect, test } from "bun:test";
import type { Socket } from "node:net";
import { createLogger } from "../../../../src/kit/process/log.ts";
import type { Receipt } from "../../../../src/modules/webhooks/deliveries/sending/client.ts";
import type { OpenedReceiver } from "../../../../src/modules/webhooks/deliveries/sending/open-secrets.ts";
import {
  type Letter,
  signLetter,
} from "../../../../src/modules/webhooks/deliveries/sending/posting/letter.ts";
import {
  Poster,
  type PosterOptions,
} from "../../../../src/modules/webhooks/deliveries/sending/posting/poster.ts";
import { startReceiver, type TestReceiver } from "../../../harness/servers/receivers.ts";
import { until } from "../../../harness/until.ts";

const open: { close(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

const ok = (socket: Socket) => void socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
const OK: Receipt = { kind: "answered", status: 200, retryAfter: null, excerpt: "ok" };
const BUSY = 4;
const NO_LOG = createLogger("silent", false);

async function receiver(answer: (socket: Socket) => void): Promise<TestReceiver> {
  const started = await startReceiver(answer);
  open.push(started);
  return started;
}

function poster(options: Partial<PosterOptions> = {}): Poster {
  const settings = { timeoutMs: 10_000, allowHttp: true, allowPrivate: true };
  const made = new Poster({ settings, log: NO_LOG, busyFrom: BUSY, idleMs: 60_000, ...options });
  open.push({ close: () => made.end() });
  return made;
}

const receiverAt = (port: number, headers: Record<string, string> = {}): OpenedReceiver => ({
  webhookId: port,
  owner: "1",
  url: `http://127.0.0.1:${port}/hooks`,
  secrets: { secret: "whsec_c2VjcmV0", previousSecret: null, previousSecretExpiresAt: 0 },
  headers,
});

let deliveryId = 0;
const letter = (n: number): Letter => ({
  deliveryId: ++deliveryId,
  uid: `evt_${n}`,
  event_type: "salutes.credit",
  data: `{"n":${n},"text":"é\u2028"}`,
  sequence: n,
  idempotency_key: null,
  created_at: 0,
  attempt: 1,
  nowMs: 0,
  traceparent: null,
});

const running = () => new AbortController().signal;
/** Posts letters of one webhook, those after the first `atOnce` ahead. @returns their receipts */
const postMany = (
  to: Poster,
  receiver: OpenedReceiver,
  count: number,
  { stop = running(), atOnce = count } = {},
) =>
  Array.from({ length: count }, async (_, n) => {
    const { receipt } = await to.post(letter(n), { receiver, atOnce, isAhead: n >= atOnce }, stop);
    return receipt;
  });
const postOne = async (to: Poster, one: Letter, receiver: OpenedReceiver, stop = running()) =>
  (await to.post(one, { receiver, atOnce: 1, isAhead: false }, stop)).receipt;

test("few letters are posted without a thread, many with one; each arrives once as it was signed, with its own receipt", async () => {
  const { port, received } = await receiver(ok);
  const made = poster();
  const to = receiverAt(port, { "X-Own": "1", "webhook-id": "not theirs" });
  expect(await Promise.all(postMany(made, to, BUSY))).toEqual(Array(BUSY).fill(OK));
  expect(made.isInThread).toBe(false);
  expect(await Promise.all(postMany(made, to, 50))).toEqual(Array(50).fill(OK));
  expect(made.isInThread).toBe(true);
  expect(received.length).toBe(BUSY + 50);
  const sent = Array.from({ length: 50 }, (_, n) => signLetter(letter(n), to));
  for (const [n, { headers, body }] of sent.entries()) {
    const same = received.filter((text) => text.endsWith(`\r\n\r\n${body}`));
    expect(same.length).toBe(n < BUSY ? 2 : 1);
    for (const text of same)
      for (const [name, value] of Object.entries(headers))
        expect(text).toContain(`\r\n${name}: ${value}\r\n`);
  }
  expect(received[0]).toContain("webhook-id: evt_0");
});

test("a receiver that has changed is sent to as it is now", async () => {
  const [before, after] = [await receiver(ok), await receiver(ok)];
  const made = poster();
  const old = receiverAt(before.port);
  await Promise.all(postMany(made, old, 2 * BUSY));
  const changed = { ...receiverAt(after.port, { "X-Own": "new" }), webhookId: old.webhookId };
  await Promise.all(postMany(made, changed, 2 * BUSY));
  expect(before.received.length).toBe(2 * BUSY);
  expect(after.received.length).toBe(2 * BUSY);
  for (const text of after.received) expect(text).toContain("X-Own: new");
});

test("a receipt of a failure comes from the thread as it is", async () => {
  const { port } = await receiver((socket) => void socket.write("no HTTP\r\n\r\n"));
  const made = poster();
  const receipts = await Promise.all(postMany(made, receiverAt(port), 3 * BUSY));
  expect(made.isInThread).toBe(true);
  expect(new Set(receipts.map((receipt) => JSON.stringify(receipt))).size).toBe(1);
  expect(receipts[0]).toMatchObject({ kind: "failed" });
});

test("a header that would end its line is refused by the thread, too", async () => {
  const { port, received } = await receiver(ok);
  const made = poster();
  await Promise.all(postMany(made, receiverAt(port), 2 * BUSY));
  const evil = receiverAt(port, { "X-Number": "1\r\nX-Other: 2" });
  expect(await postOne(made, letter(1), evil)).toMatchObject({ kind: "failed" });
  expect(received.join("")).not.toContain("X-Other");
});

test("a letter that cannot be signed is refused by the thread, which goes on", async () => {
  const { port } = await receiver(ok);
  const made = poster();
  const to = receiverAt(port);
  await Promise.all(postMany(made, to, 2 * BUSY));
  const unsignable = { ...letter(1), sequence: 1n as never };
  expect(await postOne(made, unsignable, to).catch(String)).toContain("BigInt");
  expect(await postOne(made, letter(2), to)).toEqual(OK);
  expect(made.isInThread).toBe(true);
});

test("letters ahead wait in the thread: no more than the limit are under way, in order, and each is posted once or not at all", async () => {
  let [open, most] = [0, 0];
  const { port, received } = await receiver((socket) => {
    most = Math.max(most, ++open);
    setTimeout(() => {
      open--;
      ok(socket);
    }, 2);
  });
  const made = poster();
  // These begin the thread, and end without an answer.
  await Promise.all(postMany(made, receiverAt(port + 1), 2 * BUSY));
  expect(made.keepsLanes).toBe(true);
  const receipts = await Promise.all(postMany(made, receiverAt(port), 30, { atOnce: 3 }));
  // An answer may be slow on a busy machine, which returns those that wait.
  const sent = receipts.flatMap(({ kind }, n) => (kind === "abandoned" ? [] : [n]));
  expect(sent.length).toBeGreaterThanOrEqual(3);
  expect(sent.every((n) => Bun.deepEquals(receipts[n], OK))).toBe(true);
  expect(received.map((text) => Number(/webhook-id: evt_(\d+)/.exec(text)?.[1]))).toEqual(sent);
  expect(most).toBeLessThanOrEqual(3);
});

test("letters that wait return unsent once they are recalled, and after any answer that is no success", async () => {
  const sockets: Socket[] = [];
  const { port, received } = await receiver((socket) => void sockets.push(socket));
  const made = poster();
  const to = receiverAt(port);
  await Promise.all(postMany(made, receiverAt(port + 1), 2 * BUSY));
  const recalled = postMany(made, to, 5, { atOnce: 2 });
  await until(() => sockets.length === 2);
  made.recall(to.webhookId);
  expect(await Promise.all(recalled.slice(2))).toEqual(Array(3).fill({ kind: "abandoned" }));
  for (const socket of sockets.splice(0)) ok(socket);
  expect(await Promise.all(recalled.slice(0, 2))).toEqual([OK, OK]);
  const failing = postMany(made, to, 5, { atOnce: 1 });
  await until(() => sockets.length === 1);
  sockets[0]?.write("HTTP/1.1 500 No\r\ncontent-length: 2\r\n\r\nno");
  expect(await failing[0]).toMatchObject({ status: 500 });
  expect(await Promise.all(failing.slice(1))).toEqual(Array(4).fill({ kind: "abandoned" }));
  expect(received.length).toBe(3);
});

test("a stop abandons the posts in the thread at once", async () => {
  const { port, received } = await receiver(() => {});
  const made = poster();
  const stop = new AbortController();
  const posts = postMany(made, receiverAt(port), 3 * BUSY, { stop: stop.signal });
  await until(() => received.length === 3 * BUSY);
  stop.abort();
  expect(await Promise.all(posts)).toEqual(Array(3 * BUSY).fill({ kind: "abandoned" }));
  expect(await postOne(made, letter(1), receiverAt(port), stop.signal)).toEqual({ kind: "abandoned" });
});

test("without posts the thread ends, and the next many begin another one", async () => {
  const { port } = await receiver(ok);
  const made = poster({ idleMs: 20 });
  await Promise.all(postMany(made, receiverAt(port), 2 * BUSY));
  expect(made.isInThread).toBe(true);
  await until(() => !made.isInThread);
  expect(await Promise.all(postMany(made, receiverAt(port), 2 * BUSY))).toEqual(Array(2 * BUSY).fill(OK));
  expect(made.isInThread).toBe(true);
});

test("a thread that fails abandons what it had, and further letters are posted without one", async () => {
  const { port } = await receiver(ok);
  const lines: string[] = [];
  const program = new URL(`data:text/javascript,throw new Error("broken")`);
  const made = poster({ program, log: createLogger("error", false, (text) => lines.push(text)) });
  const first = await Promise.all(postMany(made, receiverAt(port), 2 * BUSY));
  expect(first.filter(({ kind }) => kind === "abandoned").length).toBe(BUSY);
  expect(made.isInThread).toBe(false);
  expect(await Promise.all(postMany(made, receiverAt(port), 3 * BUSY))).toEqual(Array(3 * BUSY).fill(OK));
  expect(made.isInThread).toBe(false);
  expect(lines.length).toBe(1);
  expect(lines[0]).toContain("broken");
});
