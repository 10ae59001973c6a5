import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { Salute, type SaluteResponse } from "../../clients/typescript/src/index.ts";
import { type ClientOptions, LANGUAGES, PreparedServer, refusal, runPython } from "./languages.ts";

/** Exceptions, settings and metadata of calls, with a server that answers as configured. */

// Each Python call starts an interpreter.
setDefaultTimeout(60_000);

let server: PreparedServer;

beforeEach(() => {
  server = new PreparedServer();
});
afterEach(() => server.stop());

const CALL = { key: "quest-1", method: "POST", target: "/api/salutes/credit" };

describe.each([...LANGUAGES])("$name", ({ name, credit }) => {
  test("every exception carries the Idempotency-Key, the method and the target, and names them", async () => {
    server.answers = [
      refusal(409, "insufficient_balance"),
      refusal(418, "code_of_a_later_version"),
      new Response("<h1>403 Forbidden</h1>", { status: 403 }),
    ];
    const errors = ["InsufficientBalanceError", "SaluteError", "SaluteProxyError"];
    for (const error of errors) {
      const outcome = await credit({ baseUrl: server.url });
      expect(outcome).toMatchObject({ error, ...CALL, attempts: 1 });
      expect(outcome.message).toContain("POST /api/salutes/credit, Idempotency-Key quest-1");
    }
    const lost = await credit({ baseUrl: "http://127.0.0.1:9", retryBudgetSeconds: 0 });
    expect(lost).toMatchObject({ error: "SaluteConnectionError", ...CALL, attempts: 1 });
    expect(lost.message).toMatch(/^no response to POST \/api\/salutes\/credit, Idempotency-Key quest-1: ./);
  });

  test("a page of a proxy is named as such, whatever its status", async () => {
    const html = "<html><head><title>504 Gateway Time-out</title></head><body>nginx</body></html>";
    for (const status of [200, 301, 403, 504]) {
      server.answers = [new Response(html, { status, headers: { "content-type": "text/html" } })];
      const outcome = await credit({ baseUrl: server.url, retries: 0 });
      expect(outcome).toMatchObject({ error: "SaluteProxyError", ...CALL });
      expect(outcome.message).toContain(
        `a proxy in front of salute answered ${status} with an HTML page: "504 Gateway Time-out"`,
      );
    }
    server.answers = [new Response("upstream connect error", { status: 200 })];
    const outcome = await credit({ baseUrl: server.url });
    expect(outcome.message).toContain('text that is not salute\'s: "upstream connect error"');
  });

  test("a missing or wrong setting is named before anything is sent", async () => {
    const kind = name === "Python" ? "ValueError" : "TypeError";
    const names = name === "Python" ? ["base_url", "key_id", "secret"] : ["baseUrl", "keyId", "secret"];
    const missing: Partial<ClientOptions>[] = [{ baseUrl: " " }, { keyId: "" }, { secret: "" }];
    for (const [index, setting] of missing.entries()) {
      const outcome = await credit({ baseUrl: server.url, ...setting });
      expect(outcome).toEqual({ error: kind, message: `${names[index]} is missing: is its setting set?` });
    }
    const outcome = await credit({ baseUrl: "salute.example" });
    expect([outcome.error, outcome.message]).toEqual([
      kind,
      expect.stringContaining("must start with https:// or http://"),
    ]);
    expect(server.seen).toEqual([]);
  });

  test("a named sandbox goes with every request of a sandbox key, and with no other", async () => {
    const keyId = "pk_sandbox_1";
    for (const sandbox of ["ci-1", undefined]) await credit({ baseUrl: server.url, keyId, sandbox });
    expect(server.seen.map(({ path, sandbox }) => [path, sandbox])).toEqual([
      ["/api/partner/sandbox/salutes/credit", "ci-1"],
      ["/api/partner/sandbox/salutes/credit", null],
    ]);
    const refused = [
      { keyId: "pk_live_1", sandbox: "ci-1" },
      { keyId, sandbox: "CI 1" },
      { keyId, sandbox: "" },
    ];
    for (const each of refused)
      expect((await credit({ baseUrl: server.url, ...each })).message).toMatch(/^sandbox (must be|needs)/);
    expect(server.seen.length).toBe(2);
  });

  test("User-Agent names the client and its version", async () => {
    await credit({ baseUrl: server.url });
    const agents = server.seen.map(({ agent }) => agent);
    expect(agents).toEqual([`salute-client-${name.toLowerCase()}/0.0.0`]);
  });

  test("answers and refusals lead to request id, rate limit and deprecation", async () => {
    const headers = {
      "x-request-id": "req_2",
      "x-ratelimit-limit": "600",
      "x-ratelimit-remaining": "598",
      "x-ratelimit-reset": "1795255260",
      deprecation: "@1795000000",
      sunset: "Thu, 31 Dec 2026 00:00:00 GMT",
    };
    const response = {
      requestId: "req_2",
      remaining: 598,
      resetsAt: "2026-11-21T10:01:00.000Z",
      sunsetAt: "2026-12-31T00:00:00.000Z",
    };
    server.answers = [
      Response.json({ balance: 6 }, { headers }),
      refusal(409, "insufficient_balance", headers),
      Response.json({ balance: 6 }),
    ];
    expect(await credit({ baseUrl: server.url })).toEqual({ balance: 6, response });
    expect(await credit({ baseUrl: server.url })).toMatchObject({ response });
    const bare = await credit({ baseUrl: server.url });
    expect(bare.response).toEqual({ requestId: "", remaining: null, resetsAt: null, sunsetAt: null });
  });
});

test.each([...LANGUAGES])(
  "$name: an empty or unsendable key is refused, not replaced",
  async ({ credit }) => {
    for (const idempotencyKey of ["", "two words", "line\n", "x".repeat(256)]) {
      const outcome = await credit({ baseUrl: server.url, idempotencyKey });
      expect(outcome.message).toContain("must have 1 to 255 visible ASCII characters");
    }
    expect(server.seen).toEqual([]);
  },
);

test("Python: requests go through the environment's proxy", async () => {
  const program = `
import json, os, sys
os.environ.update(http_proxy=sys.argv[1], no_proxy="")
from salute_client import Salute
salute = Salute("http://salute.example/prefix", "pk_live_1", "s")
print(json.dumps(salute.salutes.balance(user_id=1)["balance"]))`;
  expect(await runPython(program, server.url)).toBe(5);
  expect(server.seen.map(({ path }) => path)).toEqual(["/prefix/api/salutes/balance?user_id=1"]);
});

test("TypeScript: an unknown input is refused before anything is sent", async () => {
  const salute = new Salute({ baseUrl: server.url, keyId: "pk_live_1", secret: "s" });
  const wrong: object = { user: 1, amount: 5, reason: "quest" };
  const credit = salute.salutes.credit(wrong as { user_id: number; amount: number; reason: string });
  await expect(credit).rejects.toThrow("user is no input");
  expect(server.seen).toEqual([]);
});

const fail = () => {
  throw new Error("of the hook");
};

test.each([
  { name: "exceptions", end: fail },
  { name: "rejections", end: async () => fail() },
])("TypeScript: onResponse gets every response, and its $name change nothing", async ({ end }) => {
  const seen: SaluteResponse[] = [];
  const onResponse = (response: SaluteResponse) => {
    seen.push(response);
    return end();
  };
  const salute = new Salute({ baseUrl: server.url, keyId: "pk_live_1", secret: "s", onResponse });
  server.answers = [refusal(503, "db_unavailable"), Response.json({ balance: 6 })];
  await salute.salutes.credit({ user_id: 1, amount: 5, reason: "quest" }, { idempotencyKey: "quest-1" });
  expect(seen.map(({ status, attempts, idempotencyKey }) => [status, attempts, idempotencyKey])).toEqual([
    [503, 1, "quest-1"],
    [200, 2, "quest-1"],
  ]);
});

const PYTHON_PROGRAM = `
import asyncio, json, logging, sys
from decimal import Decimal
from salute_client import AsyncSalute, InsufficientBalanceError, Salute, response_of
logging.disable()
base_url, result, statuses = sys.argv[1], {}, []
def on_response(response):
    statuses.append(response.status)
    raise RuntimeError("of the hook")
with Salute(base_url, "pk_live_1", "s", on_response=on_response) as salute:
    exact = salute.salutes.credit(user_id=1, amount=Decimal("0.10"), reason="quest")
    salute.salutes.credit(user_id=1, amount=Decimal("1E+2"), reason="quest")
    result["balance"] = [str(exact["balance"]), isinstance(exact["balance"], Decimal)]
    result["export"] = salute.salutes.export_ledger()
    try:
        salute.salutes.credit(user_id=1, amount=Decimal("NaN"), reason="quest")
    except ValueError as error:
        result["refused"] = str(error)
async def main():
    async with AsyncSalute(base_url, "pk_live_1", "s") as salute:
        answers = await asyncio.gather(*(
            salute.salutes.credit(user_id=user, amount=1, reason="quest", idempotency_key=f"q{user}")
            for user in range(3)
        ))
        users = [user["user_id"] async for user in salute.users.each()]
        try:
            await salute.salutes.debit(user_id=1, amount=9, reason="buy", idempotency_key="buy-1")
        except InsufficientBalanceError as error:
            return [answer["balance"] for answer in answers], users, error.idempotency_key
result["async"] = asyncio.run(main())
result["statuses"] = statuses
print(json.dumps(result))
`;

test("Python: amounts are exact, connections are reused, and asyncio has the same methods", async () => {
  const balance = () => new Response('{"balance":0.30000000000000004}');
  const users = (id: string, next: string | null) =>
    Response.json({ users: [{ user_id: id }], pagination: { next_cursor: next } });
  server.answers = [
    balance(),
    balance(),
    new Response("entry_id,delta\n1,25\n"),
    ...[1, 2, 3].map(() => Response.json({ balance: 1 })),
    refusal(503, "db_unavailable"),
    users("7", "next"),
    users("8", null),
    refusal(409, "insufficient_balance"),
  ];
  expect(await runPython(PYTHON_PROGRAM, server.url)).toEqual({
    balance: ["0.30000000000000004", true],
    export: "entry_id,delta\n1,25\n",
    refused: "NaN is not a number that JSON has",
    async: [[1, 1, 1], ["7", "8"], "buy-1"],
    statuses: [200, 200, 200],
  });
  const [first, second, exported, ...others] = server.seen;
  expect(first?.body).toBe('{"user_id": 1, "amount": 0.1, "reason": "quest"}');
  expect(second?.body).toBe('{"user_id": 1, "amount": 100, "reason": "quest"}');
  expect(new Set([first, second, exported].map((each) => each?.port)).size).toBe(1);
  expect(new Set(others.map(({ port }) => port)).size).toBeLessThanOrEqual(3);
  const keys = others.flatMap(({ key }) => (key === null ? [] : [key]));
  expect(keys.sort()).toEqual(["buy-1", "q0", "q1", "q2"]);
});
