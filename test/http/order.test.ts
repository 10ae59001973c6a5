import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createEndpoint } from "../../src/http/endpoint.ts";
import type { Endpoint } from "../../src/http/exchange.ts";
import { partner, writeOperation } from "../../src/http/operation.ts";
import {
  adjustKey,
  createKey,
  type IssuedKey,
  SCOPES,
  setKeyStatus,
} from "../../src/modules/access/keys/index.ts";
import { creditSalutes } from "../../src/modules/ledger/entries/credit-salutes.ts";
import { MutationBody, MutationResult } from "../../src/modules/ledger/entries/model.ts";
import { switchSafeMode } from "../../src/modules/platform/state/index.ts";
import { newIdempotencyKey, newNonce, sign } from "../harness/app/signing.ts";
import { createWorld, type World } from "../harness/app/world.ts";

/**
 * The order of checks (contract section 3): a request with two faults gets the answer to the earlier one. Tests every
 * pair of faults, on an operation that only writes and on one that prepares first.
 */

interface Fault {
  name: string;
  /** Answer to this fault alone. */
  answer: string;
}

const FAULTS = [
  { name: "route", answer: "405 method_not_allowed" },
  { name: "body size", answer: "413 payload_too_large" },
  { name: "signature", answer: "401 unauthorized" },
  { name: "disabled key", answer: "403 forbidden disabled" },
  { name: "address", answer: "403 forbidden address" },
  { name: "rate limit", answer: "429 rate_limited" },
  { name: "mode", answer: "403 forbidden sandbox" },
  { name: "scope", answer: "403 forbidden scope" },
  { name: "missing nonce", answer: "400 nonce_required" },
  { name: "malformed nonce", answer: "400 invalid_payload X-Partner-Nonce" },
  { name: "nonce of a refused request", answer: "409 replay_detected" },
  { name: "nonce of a committed request", answer: "409 replay_detected" },
  { name: "validation", answer: "400 invalid_payload amount" },
  { name: "missing idempotency key", answer: "400 idempotency_key_required" },
  { name: "malformed idempotency key", answer: "400 invalid_payload Idempotency-Key" },
  { name: "idempotency conflict", answer: "409 idempotency_conflict" },
  { name: "safe mode", answer: "503 safe_mode" },
  { name: "handler", answer: "404 user_not_found" },
] as const satisfies Fault[];

type FaultName = (typeof FAULTS)[number]["name"];

/** Mutually exclusive faults. */
const STEPS: FaultName[][] = [
  ["missing nonce", "malformed nonce", "nonce of a refused request", "nonce of a committed request"],
  ["missing idempotency key", "malformed idempotency key", "idempotency conflict"],
];

const pairs = FAULTS.flatMap((first, index) =>
  FAULTS.slice(index + 1)
    .filter((second) => !STEPS.some((step) => step.includes(first.name) && step.includes(second.name)))
    .map((second) => [first, second] as const),
);

let world: World;
let helper: IssuedKey;
let userId: number;

const preparedCredit = writeOperation({
  id: "creditSalutes",
  method: "POST",
  path: "/api/salutes/credit",
  group: "salutes",
  summary: "Credit salutes after preparing",
  access: partner("credit"),
  body: MutationBody,
  response: MutationResult,
  prepare: async ({ body }) => body.amount,
  write: (tx, { actor, intent, body }, amount) =>
    creditSalutes(tx, { actor, intent, body: { ...body, amount } }),
});

beforeAll(async () => {
  world = await createWorld({ RATE_LIMIT_FAILED_AUTH_PER_MIN: "0" });
  helper = await world.createKey("acme");
  userId = await world.createUser(helper, "zoe");
  await send(viaApp, helper, { idempotencyKey: "taken" });
});

afterAll(() => world.close());

interface RequestFields {
  method?: string;
  body?: string;
  nonce?: string;
  idempotencyKey?: string;
}

type Handler = (request: Request) => Promise<Response>;

const viaApp: Handler = async (request) => {
  const bytes = await request.text();
  const answered = await world.call(request.method, "/api/salutes/credit", {
    body: bytes,
    headers: Object.fromEntries(request.headers),
  });
  return Response.json(answered.json, { status: answered.status });
};

let prepared: Endpoint;
beforeEach(() => {
  prepared ??= createEndpoint(preparedCredit, world.services.http);
});
const viaPrepared: Handler = async (request) =>
  prepared(request, { address: () => null, endAfter: () => undefined, keepOpen: () => undefined });

async function send(handler: Handler, key: IssuedKey, sending: RequestFields): Promise<Response> {
  const { method = "POST", nonce = newNonce(), idempotencyKey = newIdempotencyKey() } = sending;
  const body = sending.body ?? `{"user_id":${userId},"amount":5,"reason":"quest"}`;
  const timestamp = Math.floor(world.clock.now() / 1000);
  const headers = sign(key, method, "/api/salutes/credit", { body, nonce, timestamp });
  return handler(
    new Request("http://localhost/api/salutes/credit", {
      method,
      body,
      headers: {
        ...headers,
        "content-type": "application/json",
        ...(idempotencyKey === "" ? {} : { "idempotency-key": idempotencyKey }),
      },
    }),
  );
}

/** Sends a credit with exactly these faults. @returns status, code and field of the answer */
async function answerTo(handler: Handler, faults: FaultName[]): Promise<string> {
  const has = (name: FaultName) => faults.includes(name);
  const mode = has("mode") ? "sandbox" : "live";
  const file = mode === "sandbox" ? world.services.sandbox : world.services.live;
  const actor = { kind: "command", name: "test" } as const;
  const change = (work: Parameters<typeof file.writer.run>[0]) => file.writer.run(work);
  const key = await file.writer.run((tx) =>
    createKey(tx, actor, {
      keyring: world.services.keyring,
      partner: "acme",
      mode,
      settings: {
        scopes: SCOPES,
        allowedIps: [],
        domains: [],
      },
    }),
  );
  let nonce = newNonce();
  if (has("missing nonce")) nonce = "";
  if (has("malformed nonce")) nonce = "xyz";
  if (has("nonce of a refused request")) await send(handler, key, { nonce, body: "{}" });
  if (has("nonce of a committed request")) await send(handler, key, { nonce });
  if (has("rate limit")) {
    await change((tx) => adjustKey(tx, actor, { keyId: key.key_id, rateLimitPerMinute: 1 }));
    await world.call("GET", "/api/salutes/balance?user_id=1", { key });
  }
  if (has("scope")) await change((tx) => adjustKey(tx, actor, { keyId: key.key_id, scopes: ["read"] }));
  if (has("address"))
    await change((tx) => adjustKey(tx, actor, { keyId: key.key_id, allowedIps: ["203.0.113.7"] }));
  if (has("disabled key"))
    await change((tx) => setKeyStatus(tx, actor, { keyId: key.key_id, status: "disabled" }));
  if (has("safe mode")) await world.services.live.writer.run((tx) => switchSafeMode(tx, actor, "a drill"));
  const body = JSON.stringify({
    user_id: has("handler") ? 999 : userId,
    amount: has("validation") ? -1 : 7,
    reason: "quest",
  });
  let idempotencyKey = newIdempotencyKey();
  if (has("missing idempotency key")) idempotencyKey = "";
  if (has("malformed idempotency key")) idempotencyKey = "a b";
  if (has("idempotency conflict")) idempotencyKey = "taken";
  const response = await send(handler, has("signature") ? { ...key, secret: `${key.secret}x` } : key, {
    method: has("route") ? "PUT" : "POST",
    body: has("body size") ? body + " ".repeat(300_000) : body,
    nonce,
    idempotencyKey,
  });
  if (has("safe mode")) await world.services.live.writer.run((tx) => switchSafeMode(tx, actor, null));
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape
  const answer: any = await response.json();
  const about = /disabled|address|sandbox|scope/.exec(answer.message)?.[0];
  return [
    response.status,
    answer.error,
    response.status === 403 ? about : undefined,
    answer.error === "invalid_payload" ? answer.details[0].field : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(" ");
}

describe.each([
  ["an operation that only writes", viaApp],
  ["an operation that prepares first", viaPrepared],
] as const)("%s", (_, handler) => {
  const skipsRoute = (names: FaultName[]) => handler === viaPrepared && names.includes("route");

  test("each fault alone has its own answer", async () => {
    for (const { name, answer } of FAULTS) {
      if (!skipsRoute([name])) expect([name, await answerTo(handler, [name])]).toEqual([name, answer]);
    }
    expect(await answerTo(handler, [])).toBe("200");
  });

  test("of every two faults, the earlier one determines the answer", async () => {
    const wrong: string[] = [];
    for (const [first, second] of pairs) {
      if (skipsRoute([first.name])) continue;
      const answer = await answerTo(handler, [first.name, second.name]);
      if (answer !== first.answer)
        wrong.push(`${first.name} and ${second.name}: ${answer}, not ${first.answer}`);
    }
    expect(wrong).toEqual([]);
  });
});
