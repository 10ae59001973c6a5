import { afterEach, beforeEach, expect, test } from "bun:test";
import { createLogger } from "../../src/kit/process/log.ts";
import { rotateKey } from "../../src/modules/access/keys/index.ts";
import { createOperator } from "../../src/modules/access/operators/index.ts";
import { newNonce, sign } from "../harness/app/signing.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { Secrets } from "../harness/checks/secrets.ts";

/** Contents of the log (contract section 1). Every world checks its log for secrets when it closes. */

let world: World;

beforeEach(async () => {
  world = await createWorld();
});

afterEach(() => world.close());

const lines = () => {
  world.services.log.flush();
  return world.logged.map((line) => JSON.parse(line));
};

test("one line per request: id, method, route, status, duration and authenticated key", async () => {
  const key = await world.createKey("acme");
  await world.call("GET", "/api/salutes/balance?user_id=7", {
    key,
    headers: { "x-request-id": "line-for-known" },
  });
  await world.call("GET", "/api/salutes/balance?user_id=7", {
    key: { ...key, secret: "sk_live_wrong" },
    headers: { "x-request-id": "line-for-wrong" },
  });
  const line = (id: string) => lines().find((each) => each.request_id === id);
  expect(line("line-for-known")).toEqual({
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    level: "info",
    message: "request",
    request_id: "line-for-known",
    method: "GET",
    route: "GET /api/salutes/balance",
    status: 404,
    duration_ms: expect.any(Number),
    key_id: key.key_id,
  });
  expect(line("line-for-wrong")).not.toHaveProperty("key_id");
});

test("LOG_LEVEL=warn omits request lines, but not errors", async () => {
  const written: string[] = [];
  const log = createLogger("warn", false, (text) => written.push(text));
  world.services.http.log = log;
  const key = await world.createKey("acme");
  await world.call("GET", "/api/salutes/ledger", { key });
  await world.call("GET", "/nowhere");
  world.services.http.findKey = () => {
    throw new Error("a fault of ours");
  };
  await world.call("GET", "/api/salutes/ledger", { key });
  log.flush();
  expect(written.map((text) => JSON.parse(text).message)).toEqual(["request failed"]);
});

test("after successes and failures, no line contains a secret, a signature, a token or an e-mail address", async () => {
  const written: string[] = [];
  const log = createLogger("debug", false, (text) => written.push(...text.trimEnd().split("\n")));
  world.services.http.log = log;
  const secrets = new Secrets();
  const actor = { kind: "command", name: "test" } as const;
  const live = world.services.live.writer;
  const key = await world.createKey("acme");
  const next = await live.run((tx) =>
    rotateKey(tx, actor, { keyring: world.services.keyring, keyId: key.key_id }),
  );
  const operator = await live.run((tx) =>
    createOperator(tx, actor, { baseUrl: "http://localhost", name: "ops", role: "owner" }),
  );
  const link = operator.password_link.split("/").at(-1) ?? "";
  secrets.note(
    key.secret,
    next.secret,
    operator.token,
    link,
    "zoe@example.com",
    "whsec_given-by-the-partner",
  );

  const timestamp = Math.floor(world.clock.now() / 1000);
  const send = async (method: string, target: string, body = "", extra: Record<string, string> = {}) => {
    for (const secret of [key.secret, next.secret, "sk_live_wrongwrongwrongwrongwrong"]) {
      const headers = sign({ key_id: key.key_id, secret }, method, target, {
        body,
        nonce: newNonce(),
        timestamp,
      });
      secrets.note(secret, headers["x-partner-signature"]);
      const idempotency = { "idempotency-key": `k-${newNonce()}` };
      await world
        .call(method, target, {
          headers: { ...headers, ...idempotency, ...extra },
          ...(body === "" ? {} : { body }),
        })
        .catch(() => undefined);
    }
  };
  const user = '{"external_id":"zoe","email":"zoe@example.com"}';
  await send("POST", "/api/partner/users", user);
  await send("POST", "/api/partner/users", `${user}${key.secret}`);
  await send("GET", `/api/salutes/balance?user_id=1&token=${operator.token}`);
  await send("GET", `/nowhere/${link}?secret=${next.secret}`);
  await send(
    "POST",
    "/api/salutes/credit",
    `{"user_id":1,"amount":1,"reason":"${"r".repeat(9)}","secret":"whsec_given-by-the-partner"}`,
  );
  await send("PUT", "/api/salutes/credit", next.secret);
  await world
    .call("GET", "/metrics", { headers: { authorization: `Bearer ${operator.token}` } })
    .catch(() => undefined);
  await world
    .call("GET", "/metrics", { headers: { authorization: `Bearer ${link}` } })
    .catch(() => undefined);
  world.services.http.findKey = () => {
    throw new Error("a fault of ours", { cause: new Error("another") });
  };
  await send("GET", "/api/salutes/ledger");
  await live.run((tx) => tx.client.run("ALTER TABLE users RENAME TO gone"));
  await send("POST", "/api/partner/users", user);

  log.flush();
  expect(written.length).toBeGreaterThan(20);
  secrets.requireAbsent(written);
});

test("the check itself detects secrets", () => {
  const secrets = new Secrets();
  secrets.note("zoe@example.com", "a".repeat(64));
  for (const line of [
    '{"error":"sk_live_4pQm0s8Vn2Yx6KfTzB1cRw7HdLj5GaEuNi3OyXqPvSk"}',
    '{"header":"Bearer abc"}',
    '{"mail":"to zoe@example.com"}',
    `{"signature":"${"a".repeat(64)}"}`,
  ]) {
    expect(() => secrets.requireAbsent([line])).toThrow("a secret is in the log");
  }
  secrets.requireAbsent(['{"message":"request","key_id":"pk_live_3f9c1b7a5d2e4860"}']);
});
