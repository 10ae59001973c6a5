import { newIdempotencyKey, newNonce, sign } from "../../harness/app/signing.ts";
import type { Server } from "../processes/servers.ts";

const LARGEST_BYTES = 262_144;
const AT_ONCE = 8;
const EACH = 64;

/**
 * Longest block of the event loop in milliseconds while bodies of the maximum size are read, parsed and refused, as
 * measured by small concurrent requests.
 */
export async function longestStall(server: Server): Promise<number> {
  let isOver = false;
  let longest = 0;
  const watch = async () => {
    while (!isOver) {
      const askedAt = performance.now();
      await (await fetch(`http://127.0.0.1:${server.port}/healthz`)).text();
      longest = Math.max(longest, performance.now() - askedAt);
    }
  };
  const watching = watch();
  for (const body of [manyNames(), deepLists(), longText(), unclosedText()]) {
    for (let sent = 0; sent < EACH; sent += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, () => send(server, body)));
  }
  isOver = true;
  await watching;
  return longest;
}

async function send({ port, key }: Server, body: string): Promise<void> {
  const target = "/api/salutes/credit";
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = { "content-type": "application/json", "idempotency-key": newIdempotencyKey() };
  const answer = await fetch(`http://127.0.0.1:${port}${target}`, {
    method: "POST",
    body,
    headers: { ...headers, ...sign(key, "POST", target, { body, nonce: newNonce(), timestamp }) },
  });
  await answer.text();
  if (answer.status !== 400) throw new Error(`a body of ${body.length} bytes was answered ${answer.status}`);
}

/** An object with as many unknown names as fit. */
function manyNames(): string {
  let body = "{";
  for (let i = 0; body.length < LARGEST_BYTES - 20; i++) body += `"n${i}":1,`;
  return `${body}"end":1}`;
}

function deepLists(): string {
  const depth = (LARGEST_BYTES - 20) / 2;
  return `{"user_id":${"[".repeat(depth)}${"]".repeat(depth)}}`;
}

function longText(): string {
  return JSON.stringify({ user_id: "1", amount: 1, reason: "x".repeat(LARGEST_BYTES - 60) });
}

function unclosedText(): string {
  return longText().slice(0, -2);
}
