import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { resolve } from "node:path";
import { Salute, SaluteConnectionError, ServerError } from "../../clients/typescript/src/index.ts";
import { run } from "../harness/processes/programs.ts";

/** Retries of the clients, with a server that answers as configured. */

const PYTHON = resolve(import.meta.dir, "../../clients/python");

interface SeenRequest {
  path: string;
  nonce: string | null;
  key: string | null;
}

let answers: Response[];
let seen: SeenRequest[];
let server: ReturnType<typeof Bun.serve>;

beforeEach(() => {
  [answers, seen] = [[], []];
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      await request.text();
      const { headers, url } = request;
      const { pathname, search } = new URL(url);
      seen.push({
        path: pathname + search,
        nonce: headers.get("x-partner-nonce"),
        key: headers.get("idempotency-key"),
      });
      return answers.shift() ?? Response.json({ success: true, balance: 5 });
    },
  });
});
afterEach(() => server.stop(true));

const refusal = (status: number, error: string, headers: Record<string, string> = {}, more = {}) =>
  Response.json({ success: false, error, message: "m", request_id: "req_1", ...more }, { status, headers });
const busy = () => refusal(503, "db_unavailable", { "retry-after": "0" });
const limited = () => refusal(429, "rate_limited", { "retry-after": "0" });

/** Sends one credit. @returns the balance or the name of the error */
interface Language {
  name: string;
  credit(options?: { keyId?: string; retries?: number; baseUrl?: string }): Promise<string>;
}

const LANGUAGES: Language[] = [
  {
    name: "TypeScript",
    async credit({ keyId = "pk_live_1", retries = 4, baseUrl = server.url.origin } = {}) {
      const salute = new Salute({ baseUrl, keyId, secret: "sk_live_1", retries });
      return salute.salutes
        .credit({ user_id: 1, amount: 5, reason: "quest" })
        .then(({ balance }) => String(balance))
        .catch((error: Error) => error.constructor.name);
    },
  },
  {
    name: "Python",
    async credit({ keyId = "pk_live_1", retries = 4, baseUrl = server.url.origin } = {}) {
      const program = `
import sys
from salute_client import Salute
salute = Salute(sys.argv[1], sys.argv[2], "sk_live_1", retries=int(sys.argv[3]))
try:
    print(salute.salutes.credit(user_id=1, amount=5, reason="quest")["balance"])
except Exception as error:
    print(type(error).__name__)`;
      const environment = { PYTHONPATH: PYTHON, PYTHONDONTWRITEBYTECODE: "1" };
      const ran = await run(["python3", "-c", program, baseUrl, keyId, String(retries)], { environment });
      expect(ran.stderr).toBe("");
      return ran.stdout.trim();
    },
  },
];

describe.each(LANGUAGES)("$name", ({ credit }) => {
  test("503 and 429 are retried with the same Idempotency-Key and a new nonce", async () => {
    answers = [busy(), limited(), busy()];
    expect(await credit()).toBe("5");
    expect(seen).toHaveLength(4);
    expect(new Set(seen.map(({ key }) => key)).size).toBe(1);
    expect(new Set(seen.map(({ nonce }) => nonce)).size).toBe(4);
  });

  test("it fails after the configured retries, with the error class of the code", async () => {
    answers = [busy(), busy(), busy()];
    expect(await credit({ retries: 1 })).toBe("DbUnavailableError");
    expect(seen).toHaveLength(2);
  });

  test("permanent errors and a too long Retry-After are not retried", async () => {
    answers = [refusal(409, "insufficient_balance")];
    expect(await credit()).toBe("InsufficientBalanceError");
    answers = [refusal(429, "rate_limited", { "retry-after": "3600" })];
    expect(await credit()).toBe("RateLimitedError");
    answers = [new Response("<h1>Bad gateway</h1>", { status: 502 })];
    expect(await credit()).toBe("SaluteError");
    expect(seen).toHaveLength(3);
  });

  test("an already applied intent returns its first answer; a used nonce is replaced", async () => {
    answers = [
      refusal(409, "replay_detected", { "retry-after": "0" }, { retry_class: "retryable" }),
      refusal(409, "idempotency_replay", {}, { original: { status: 200, body: { balance: 7 } } }),
    ];
    expect(await credit()).toBe("7");
    expect(seen).toHaveLength(2);
  });

  test("a missing server is a connection error", async () => {
    expect(await credit({ baseUrl: "http://127.0.0.1:9", retries: 0 })).toBe("SaluteConnectionError");
  });

  test("a sandbox key uses the sandbox", async () => {
    await credit({ keyId: "pk_sandbox_1" });
    expect(seen.map(({ path }) => path)).toEqual(["/api/partner/sandbox/salutes/credit"]);
  });
});

test("TypeScript: an unknown input is refused before anything is sent", async () => {
  const salute = new Salute({ baseUrl: server.url.origin, keyId: "pk_live_1", secret: "s" });
  const wrong: object = { user: 1, amount: 5, reason: "quest" };
  const credit = salute.salutes.credit(wrong as { user_id: number; amount: number; reason: string });
  expect(credit).rejects.toThrow("user is no input");
  expect(seen).toEqual([]);
  expect([new SaluteConnectionError("x").name, ServerError.name]).toEqual([
    "SaluteConnectionError",
    "ServerError",
  ]);
});
