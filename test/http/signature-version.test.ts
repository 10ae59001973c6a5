import { afterAll, beforeAll, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { buildApp } from "../../src/app.ts";
import type { IssuedKey } from "../../src/modules/access/keys/index.ts";
import { newNonce, sign } from "../harness/app/signing.ts";
import { createWorld, type World } from "../harness/app/world.ts";

/** X-Partner-Signature-Version (contract section 3): 2 signs the Idempotency-Key too. */

let world: World;
let key: IssuedKey;
let userId: number;

beforeAll(async () => {
  world = await createWorld({ PUBLIC_BASE_URL: "https://salute.example" });
  key = await world.createKey("acme");
  userId = await world.createUser(key, "zoe");
});
afterAll(() => world.close());

const TARGET = "/api/salutes/credit";
const body = () => JSON.stringify({ user_id: userId, amount: 5, reason: "quest" });

/** A credit signed with one Idempotency-Key and sent with another. */
async function credit(signed: string | null, sent: string, version: string | null = "2") {
  const nonce = newNonce();
  const timestamp = Math.floor(world.clock.now() / 1000);
  const headers = sign(key, "POST", TARGET, { body: body(), nonce, timestamp });
  const bodyHash = new Bun.CryptoHasher("sha256").update(body()).digest("hex");
  const lines = ["POST", TARGET, String(timestamp), nonce, bodyHash, ...(signed === null ? [] : [signed])];
  headers["x-partner-signature"] = createHmac("sha256", key.secret).update(lines.join("\n")).digest("hex");
  return world.call("POST", TARGET, {
    body: body(),
    headers: {
      ...headers,
      "idempotency-key": sent,
      ...(version === null ? {} : { "x-partner-signature-version": version }),
    },
  });
}

test("2: the Idempotency-Key is signed, and replacing it is 401", async () => {
  expect((await credit("order-1", "order-1")).status).toBe(200);
  expect((await credit("order-2", "order-3")).status).toBe(401);
  expect((await credit(null, "order-4")).status).toBe(401);
});

test("2 on a read: the sixth line is empty", async () => {
  const timestamp = Math.floor(world.clock.now() / 1000);
  const target = `/api/salutes/balance?user_id=${userId}`;
  const empty = new Bun.CryptoHasher("sha256").update("").digest("hex");
  const canonical = ["GET", target, String(timestamp), "", empty, ""].join("\n");
  const signature = createHmac("sha256", key.secret).update(canonical).digest("hex");
  const answer = await world.call("GET", target, {
    headers: {
      "x-partner-key": key.key_id,
      "x-partner-timestamp": String(timestamp),
      "x-partner-signature": signature,
      "x-partner-signature-version": "2",
    },
  });
  expect(answer.status).toBe(200);
});

test("no version uses five lines; any but 2 is 400", async () => {
  expect((await credit(null, "order-6", null)).status).toBe(200);
  for (const version of ["1", "3", "two", ""]) {
    const { status, json } = await credit(null, "order-7", version);
    expect([status, json.error, json.details[0].field]).toEqual([
      400,
      "invalid_payload",
      "X-Partner-Signature-Version",
    ]);
  }
});

test("an https base URL sends Strict-Transport-Security for a year; an http one does not", async () => {
  for (const path of ["/healthz", "/status", "/api/salutes/balance"])
    expect((await world.call("GET", path)).headers.get("strict-transport-security")).toBe("max-age=31536000");
  for (const [method, path] of [
    ["GET", "/nowhere"],
    ["GET", "/api/nowhere"],
    ["PUT", "/api/salutes/balance"],
  ] as const) {
    const answer = await world.call(method, path, { nonce: null, idempotencyKey: null });
    expect([path, answer.headers.get("strict-transport-security")]).toEqual([path, "max-age=31536000"]);
  }
  const track = new Request("https://salute.example/api/public/audio-share-links/track", {
    method: "OPTIONS",
  });
  const preflight = await buildApp(world.services).handle(track);
  expect(preflight.headers.get("strict-transport-security")).toBe("max-age=31536000");
  const plain = await createWorld();
  expect((await plain.call("GET", "/healthz")).headers.get("strict-transport-security")).toBeNull();
  await plain.close();
});
