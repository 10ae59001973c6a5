import { afterEach, beforeEach, describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { Salute, SaluteAbortError } from "../../clients/typescript/src/index.ts";
import { until } from "../harness/until.ts";
import { LANGUAGES, PreparedServer, refusal, runPython } from "./languages.ts";

/** Retries of the clients, with a server that answers as configured. */

// Each Python call starts an interpreter.
setDefaultTimeout(60_000);

let server: PreparedServer;

beforeEach(() => {
  server = new PreparedServer();
});
afterEach(() => server.stop());

const busy = () => refusal(503, "db_unavailable", { "retry-after": "0" });
const limited = () => refusal(429, "rate_limited", { "retry-after": "0" });
const page = (status: number) =>
  new Response("<html><head><title>Bad gateway</title></head></html>", { status });

describe.each([...LANGUAGES])("$name", ({ credit }) => {
  test("429, 500, 502, 503 and 504 are retried with the same Idempotency-Key and a new nonce", async () => {
    server.answers = [busy(), limited(), refusal(500, "server_error"), page(502), page(504)];
    expect(await credit({ baseUrl: server.url })).toMatchObject({ balance: 5 });
    expect(server.seen).toHaveLength(6);
    expect(new Set(server.seen.map(({ key }) => key))).toEqual(new Set(["quest-1"]));
    expect(new Set(server.seen.map(({ nonce }) => nonce)).size).toBe(6);
  });

  test("it fails after the configured retries, with the error class of the code", async () => {
    server.answers = [busy(), busy(), busy()];
    const outcome = await credit({ baseUrl: server.url, retries: 1 });
    expect(outcome).toMatchObject({ error: "DbUnavailableError", attempts: 2 });
    expect(server.seen).toHaveLength(2);
  });

  test("the budget ends the retries; without one there are none", async () => {
    server.answers = Array.from({ length: 100 }, busy);
    const outcome = await credit({ baseUrl: server.url, retryBudgetSeconds: 0.4 });
    expect(outcome).toMatchObject({ error: "DbUnavailableError", attempts: server.seen.length });
    expect(server.seen.length).toBeGreaterThan(1);
    expect(server.seen.length).toBeLessThan(10);
    server.seen = [];
    await credit({ baseUrl: server.url, retryBudgetSeconds: 0 });
    expect(server.seen).toHaveLength(1);
  });

  test("permanent errors and a Retry-After beyond the budget are not retried", async () => {
    server.answers = [refusal(409, "insufficient_balance")];
    expect(await credit({ baseUrl: server.url })).toMatchObject({ error: "InsufficientBalanceError" });
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    for (const wait of ["61", "3600", inAnHour]) {
      server.answers = [refusal(429, "rate_limited", { "retry-after": wait })];
      expect(await credit({ baseUrl: server.url })).toMatchObject({ error: "RateLimitedError" });
    }
    server.answers = [page(403)];
    expect(await credit({ baseUrl: server.url })).toMatchObject({ error: "SaluteProxyError" });
    expect(server.seen).toHaveLength(5);
  });

  test("an already applied intent returns its first answer; a used nonce is replaced", async () => {
    server.answers = [
      refusal(409, "replay_detected", { "retry-after": "0" }, { retry_class: "retryable" }),
      refusal(409, "idempotency_replay", {}, { original: { status: 200, body: { balance: 7 } } }),
    ];
    expect(await credit({ baseUrl: server.url })).toMatchObject({ balance: 7 });
    expect(server.seen).toHaveLength(2);
  });

  test("a missing server is tried again until the budget ends", async () => {
    const outcome = await credit({ baseUrl: "http://127.0.0.1:9", retryBudgetSeconds: 0.4 });
    expect(outcome).toMatchObject({ error: "SaluteConnectionError", key: "quest-1" });
    expect(outcome.attempts).toBeGreaterThan(1);
  });

  test("a sandbox key uses the sandbox", async () => {
    await credit({ baseUrl: server.url, keyId: "pk_sandbox_1" });
    expect(server.seen.map(({ path }) => path)).toEqual(["/api/partner/sandbox/salutes/credit"]);
  });
});

/** Waits of 60 s by default, long enough for a failover: 12 attempts and more, the longest wait 8 s. */
function expectWaitsOfAMinute(waits: readonly number[]): void {
  const total = waits.reduce((sum, wait) => sum + wait, 0);
  expect(total).toBeLessThanOrEqual(60_000);
  expect(total).toBeGreaterThan(60_000 - 8_000);
  expect(waits.length).toBeGreaterThan(10);
  expect(Math.max(...waits)).toBeLessThanOrEqual(8_000);
  expect(waits[0]).toBeLessThanOrEqual(100);
}

test("TypeScript: the default budget is a minute, with longer and longer waits", async () => {
  let now = 0;
  const waits: number[] = [];
  const timeouts = spyOn(globalThis, "setTimeout").mockImplementation(((done: () => void, ms = 0) => {
    now += ms;
    waits.push(ms);
    queueMicrotask(done);
    return 0;
  }) as unknown as typeof setTimeout);
  const clock = spyOn(performance, "now").mockImplementation(() => now);
  try {
    const down = async () => refusal(503, "db_unavailable");
    const settings = { baseUrl: server.url, keyId: "pk_live_1", secret: "s" };
    const salute = new Salute({ ...settings, fetch: down as unknown as typeof fetch });
    const credit = salute.salutes.credit({ user_id: 1, amount: 5, reason: "quest" });
    expect(await credit.catch((error: Error) => error.name)).toBe("DbUnavailableError");
  } finally {
    timeouts.mockRestore();
    clock.mockRestore();
  }
  expectWaitsOfAMinute(waits);
});

test("Python: the default budget is a minute, with longer and longer waits", async () => {
  server.answers = Array.from({ length: 100 }, () => refusal(503, "db_unavailable"));
  const waits = await runPython(
    `
import json, sys, time
from salute_client import Salute, SaluteError
now, waits = [0.0], []
def sleep(seconds):
    now[0] += seconds
    waits.append(seconds * 1000)
time.sleep, time.monotonic = sleep, lambda: now[0]
try:
    Salute(sys.argv[1], "pk_live_1", "s").salutes.credit(user_id=1, amount=5, reason="quest")
except SaluteError:
    print(json.dumps(waits))`,
    server.url,
  );
  expectWaitsOfAMinute(waits);
});

test("TypeScript: a signal ends the call between attempts, and the exception carries the key", async () => {
  const salute = new Salute({ baseUrl: server.url, keyId: "pk_live_1", secret: "s" });
  const stop = new AbortController();
  server.answers = [refusal(503, "db_unavailable", { "retry-after": "30" })];
  const options = { idempotencyKey: "quest-1", signal: stop.signal };
  const credit = salute.salutes.credit({ user_id: 1, amount: 5, reason: "quest" }, options);
  await until(() => server.seen.length > 0);
  stop.abort("enough");
  const error = await credit.catch((cause: SaluteAbortError) => cause);
  expect(error).toBeInstanceOf(SaluteAbortError);
  expect(error).toMatchObject({ name: "AbortError", idempotencyKey: "quest-1", cause: "enough" });
  expect(server.seen).toHaveLength(1);
});
