import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { allOperations } from "../../src/compose/operations.ts";
import { Database } from "../../src/db/database.ts";
import { PartnerAccess } from "../../src/http/access/partner.ts";
import { authenticate } from "../../src/http/access/partner-auth.ts";
import { HOUR_MS } from "../../src/kit/clock.ts";
import {
  adjustKey,
  createKeyFinder,
  type IssuedKey,
  rotateKey,
  setKeyStatus,
} from "../../src/modules/access/keys/index.ts";
import { arrived, type Credentials, sign } from "../harness/app/signing.ts";
import { openSocket } from "../harness/app/socket.ts";
import { type CallOptions, createWorld, type ReceivedAnswer, type World } from "../harness/app/world.ts";

/** Keys and signatures (contract section 3). */

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld({ RATE_LIMIT_FAILED_AUTH_PER_MIN: "0", TRUSTED_PROXIES: "127.0.0.1" });
  key = await world.createKey("acme");
});

afterEach(() => world.close());

const TARGET = "/api/salutes/ledger?limit=1";
const ACTOR = { kind: "command", name: "test" } as const;
const read = (options: CallOptions = {}) => world.call("GET", TARGET, { key, ...options });
const seconds = () => Math.floor(world.clock.now() / 1000);
const onLive = (work: Parameters<typeof world.services.live.writer.run>[0]) =>
  world.services.live.writer.run(work);
/** An answer without its request id. */
const anonymous = ({ status, headers, text, json }: ReceivedAnswer) => ({
  status,
  headers: [...headers].filter(([name]) => name !== "x-request-id"),
  text: text.replaceAll(json.request_id, "REQUEST"),
});

describe("401 unauthorized", () => {
  test.each(["x-partner-key", "x-partner-timestamp", "x-partner-signature"])("without %s", async (name) => {
    const headers: Record<string, string> = sign(key, "GET", TARGET, { timestamp: seconds() });
    delete headers[name];
    const answer = await world.call("GET", TARGET, { headers });
    expect([answer.status, answer.json.error, answer.json.retry_class]).toEqual([
      401,
      "unauthorized",
      "fail_fast",
    ]);
  });

  test("an unknown key and a wrong signature give identical answers", async () => {
    for (const form of ["pk_live_", "pk_sandbox_"]) {
      const known = form === "pk_live_" ? key : await world.createKey("acme", "sandbox");
      // A sandbox answer's canonical string does not contain the id, so both can be compared completely.
      const wrong = await read({ key: { key_id: known.key_id, secret: "sk_wrong" } });
      const unknown = await read({ key: { key_id: `${form}0123456789abcdef`, secret: "sk_wrong" } });
      expect(anonymous(unknown)).toEqual(anonymous(wrong));
    }
  });

  test("both take equally long, also for a rotated key", () => {
    const finder = createKeyFinder(
      world.services.live.read,
      world.services.sandbox.read,
      world.services.keyring,
    );
    const rotated = { ...finder(key.key_id), previousSecret: "sk_before", previousSecretExpiresAt: Infinity };
    const target = `/${"x".repeat(100_000)}`;
    const headers = sign({ ...key, secret: "sk_wrong" }, "GET", target, { timestamp: seconds() });
    const request = new Request(`http://localhost${target}`, { headers });
    const took: Record<string, number[]> = { unknown: [], known: [], rotated: [] };
    for (let round = 0; round < 150; round++) {
      for (const [name, found] of [
        ["unknown", null],
        ["known", finder(key.key_id)],
        ["rotated", rotated],
      ] as const) {
        const start = performance.now();
        expect(() =>
          authenticate(arrived(request, world.clock.now()), new Uint8Array(0), () => found as never),
        ).toThrow();
        took[name]?.push(performance.now() - start);
      }
    }
    const median = (name: string) => took[name]?.sort((a, b) => a - b)[75] ?? 0;
    for (const name of ["known", "rotated"]) {
      expect(median(name) / median("unknown")).toBeGreaterThan(0.7);
      expect(median(name) / median("unknown")).toBeLessThan(1.4);
    }
  });

  test.each([
    ["no number", "soon"],
    ["a fraction", "1795255200.0"],
    ["a sign", "+1795255200"],
    ["hexadecimal", "0x6b02a1e0"],
    ["milliseconds", "1795255200000"],
    ["nothing", ""],
  ])("a timestamp that is %s", async (_, timestamp) => {
    const headers = {
      ...sign(key, "GET", TARGET, { timestamp: seconds() }),
      "x-partner-timestamp": timestamp,
    };
    expect((await world.call("GET", TARGET, { headers })).status).toBe(401);
  });

  test("a clock is accepted up to exactly 300 s off; beyond that the answer says so", async () => {
    const statuses = [];
    for (const timestamp of [seconds() - 301, seconds() - 300, seconds() + 300, seconds() + 301]) {
      const answer = await read({ timestamp });
      statuses.push(answer.status);
      if (answer.status === 401) expect(answer.json.message).toContain("300 s");
    }
    expect(statuses).toEqual([401, 200, 200, 401]);
    const timestamp = seconds();
    world.clock.advance(300_999);
    expect((await read({ timestamp })).status).toBe(200);
    world.clock.advance(1);
    expect((await read({ timestamp })).status).toBe(401);
  });

  test("a repeated header counts as missing", async () => {
    const headers = new Headers(sign(key, "GET", TARGET, { timestamp: seconds() }));
    headers.append("x-partner-signature", headers.get("x-partner-signature") ?? "");
    const answer = await world.call("GET", TARGET, { headers: Object.fromEntries(headers) });
    expect(answer.status).toBe(401);
  });

  test.each([
    ["GET", "Content-Length: 2\r\n\r\n{}"],
    ["GET", "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"],
    ["HEAD", "Content-Length: 2\r\n\r\n{}"],
  ])("a signed %s with a body is 400", async (method, rest) => {
    const signed = Object.entries(sign(key, method, TARGET, { timestamp: seconds() }));
    const lines = signed.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    const socket = openSocket(world);
    const answer = await socket.sendBytes(
      `${method} ${TARGET} HTTP/1.1\r\nHost: localhost\r\n${lines}${rest}`,
    );
    await socket.stop();
    expect(answer).toStartWith("HTTP/1.1 400");
    if (method === "GET") expect(answer).toContain(`Send no body with ${method}`);
  });

  test("HEAD is signed as HEAD, and has GET's content length without a body", async () => {
    const get = await read();
    const head = await world.call("HEAD", TARGET, { key });
    expect([head.status, head.text, head.headers.get("content-length")]).toEqual([
      200,
      "",
      String(Buffer.byteLength(get.text)),
    ]);
    const signedForGet = sign(key, "GET", TARGET, { timestamp: seconds() });
    expect((await world.call("HEAD", TARGET, { headers: signedForGet })).status).toBe(401);
    const signedForHead = sign(key, "HEAD", TARGET, { timestamp: seconds() });
    expect((await world.call("GET", TARGET, { headers: signedForHead })).status).toBe(401);
  });

  test("bodies are signed as their exact bytes", async () => {
    const body = '{"external_id":"a"}';
    const headers = {
      ...sign(key, "POST", "/api/partner/users", { timestamp: seconds(), nonce: "0123456789abcdef", body }),
      "idempotency-key": "user-1",
    };
    const send = (sent: string) => world.call("POST", "/api/partner/users", { headers, body: sent });
    expect((await send('{"external_id": "a"}')).status).toBe(401);
    expect((await send(body)).status).toBe(201);
  });
});

describe("canonical", () => {
  const wrongly = (keyId: string) => read({ key: { key_id: keyId, secret: "sk_wrong" } });

  test("is in a 401 for the signature if the key id has the sandbox format, known or not", async () => {
    const sandboxKey = await world.createKey("acme", "sandbox");
    const expected = `GET\n${TARGET}\n${seconds()}\n\n${"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}`;
    for (const keyId of [sandboxKey.key_id, "pk_sandbox_unknown"]) {
      expect((await wrongly(keyId)).json.canonical).toBe(expected);
    }
    for (const keyId of [key.key_id, "pk_live_unknown", "anything"]) {
      expect((await wrongly(keyId)).json).not.toHaveProperty("canonical");
    }
  });

  test("is not in answers for a missing header or a stale timestamp", async () => {
    const sandboxKey = await world.createKey("acme", "sandbox");
    expect((await read({ key: sandboxKey, timestamp: 1 })).json).not.toHaveProperty("canonical");
    const bare = await world.call("GET", TARGET, { headers: { "x-partner-key": sandboxKey.key_id } });
    expect(bare.json).not.toHaveProperty("canonical");
  });

  test("gives a valid signature when signed unchanged", async () => {
    const sandboxKey = await world.createKey("acme", "sandbox");
    const { canonical } = (await wrongly(sandboxKey.key_id)).json;
    const headers = {
      "x-partner-key": sandboxKey.key_id,
      "x-partner-timestamp": String(seconds()),
      "x-partner-signature": createHmac("sha256", sandboxKey.secret).update(canonical).digest("hex"),
    };
    expect((await world.call("GET", TARGET, { headers })).status).toBe(403);
  });
});

describe("rotation", () => {
  const rotate = () =>
    onLive((tx) =>
      rotateKey(tx, ACTOR, { keyring: world.services.keyring, keyId: key.key_id }),
    ) as Promise<Credentials>;

  test("the new secret is valid immediately, the old one for exactly 24 h", async () => {
    const next = await rotate();
    const statuses = async () => [(await read({ key: next })).status, (await read()).status];
    expect(await statuses()).toEqual([200, 200]);
    world.clock.advance(24 * HOUR_MS - 1);
    expect(await statuses()).toEqual([200, 200]);
    world.clock.advance(1);
    expect(await statuses()).toEqual([200, 401]);
  });

  test("a second rotation invalidates the first secret immediately", async () => {
    const second = await rotate();
    const third = await rotate();
    const statuses = [];
    for (const each of [key, second, third]) statuses.push((await read({ key: each })).status);
    expect(statuses).toEqual([401, 200, 200]);
  });
});

describe("403 requires a valid signature", () => {
  const wrong = () => read({ key: { ...key, secret: "sk_wrong" } });

  test("a disabled key", async () => {
    await onLive((tx) => setKeyStatus(tx, ACTOR, { keyId: key.key_id, status: "disabled" }));
    expect([(await wrong()).status, (await read()).status]).toEqual([401, 403]);
    await onLive((tx) => setKeyStatus(tx, ACTOR, { keyId: key.key_id, status: "active" }));
    expect((await read()).status).toBe(200);
  });

  test("a missing scope is named", async () => {
    await onLive((tx) => adjustKey(tx, ACTOR, { keyId: key.key_id, scopes: ["read", "credit"] }));
    const answer = await read();
    expect([(await wrong()).status, answer.status]).toEqual([401, 403]);
    expect(answer.json.message).toContain("ledger");
  });

  test("a key of the other mode is refused on a live route", async () => {
    const sandboxKey = await world.createKey("acme", "sandbox");
    const answer = await read({ key: sandboxKey });
    expect([answer.status, answer.json.error]).toEqual([403, "forbidden"]);
    expect((await read({ key: { ...sandboxKey, secret: "sk_wrong" } })).status).toBe(401);
  });

  test("the answer names the corresponding route, if there is one", async () => {
    const [sandboxKey, operations] = [
      await world.createKey("acme", "sandbox"),
      allOperations(world.services),
    ];
    const paths = new Set(operations.map((operation) => `${operation.method} ${operation.path}`));
    let [named, unnamed] = [0, 0];
    for (const operation of operations) {
      if (!(operation.access instanceof PartnerAccess) || operation.access.mode === "any") continue;
      const wrongKey = operation.access.mode === "live" ? sandboxKey : key;
      await onLive((tx) => adjustKey(tx, ACTOR, { keyId: key.key_id, rateLimitPerMinute: 0 }));
      await world.services.sandbox.writer.run((tx) =>
        adjustKey(tx, ACTOR, { keyId: sandboxKey.key_id, rateLimitPerMinute: 0 }),
      );
      const target = operation.path.replaceAll(/\{\w+\}/g, "1");
      const { status, json } = await world.call(operation.method, target, { key: wrongKey });
      expect([operation.path, status]).toEqual([operation.path, 403]);
      if (json.use === undefined) unnamed++;
      else {
        named++;
        expect(paths).toContain(`${operation.method} ${json.use}`);
        expect(json.message).toContain(json.use);
      }
    }
    expect(named + unnamed).toBeGreaterThan(0);
  });

  test("changes by another process apply from the next request on", async () => {
    expect((await read()).status).toBe(200);
    const beside = Database.open(world.services.live.path, world.clock);
    await beside.writer.run((tx) => setKeyStatus(tx, ACTOR, { keyId: key.key_id, status: "disabled" }));
    expect((await read()).status).toBe(403);
    await beside.close();
  });
});

describe("the allowed addresses of a key", () => {
  const from = (address: string) => read({ headers: { "x-forwarded-for": address } });

  test.each([
    [["192.0.2.7"], { "192.0.2.7": 200, "192.0.2.8": 403, "::ffff:192.0.2.7": 200, "::ffff:c000:207": 200 }],
    [["192.0.2.0/24", "203.0.113.9"], { "192.0.2.255": 200, "192.0.3.0": 403, "203.0.113.9": 200 }],
    [["2001:db8::/32"], { "2001:db8:ffff::1": 200, "2001:db9::1": 403, "192.0.2.7": 403 }],
    [["2001:db8::1"], { "2001:DB8:0:0:0:0:0:1": 200, "2001:db8::2": 403 }],
    [["::ffff:192.0.2.0/120"], { "192.0.2.7": 200, "192.0.3.7": 403 }],
    [["0.0.0.0/0"], { "198.51.100.1": 200, "2001:db8::1": 403 }],
    [["192.0.2.7"], { unknown: 403, "192.0.2.7:443": 200, "[192.0.2.7]": 403 }],
    [
      ["192.0.2.7"],
      {
        "192.0.2.7, unknown": 403,
        "_hidden, 192.0.2.7, 192.0.2.7.1": 403,
        "_hidden, 192.0.2.7": 200,
        "192.0.2.7, 198.51.100.1": 403,
        "192.0.2.7, 198.51.100.1, -": 403,
      },
    ],
    [[], { "198.51.100.1": 200, "2001:db8::1": 200 }],
  ] as const)("%p", async (allowedIps, expected) => {
    await onLive((tx) => adjustKey(tx, ACTOR, { keyId: key.key_id, allowedIps }));
    const statuses: Record<string, number> = {};
    for (const address of Object.keys(expected)) statuses[address] = (await from(address)).status;
    expect(statuses).toEqual(expected);
  });
});
