import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from "bun:test";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildApp } from "../../src/app.ts";
import { canonicalString } from "../../src/kit/crypto/canonical-string.ts";
import { hmacSha256Hex } from "../../src/kit/crypto/seal.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { type RunOptions, salute, scratch, spawnSalute } from "../harness/processes/commands.ts";

/** Timeout for separate processes on a loaded machine. */
setDefaultTimeout(30_000);

const KEY = { key_id: "pk_live_0011223344556677", secret: "sk_live_secret" };

interface SeenRequest {
  method: string;
  target: string;
  headers: Headers;
  body: string;
}

/** A receiver that records requests and answers as configured. */
let seen: SeenRequest[];
let answer: () => Response;
let receiver: ReturnType<typeof Bun.serve>;
let baseUrl: string;
let directory: ReturnType<typeof scratch>;

beforeAll(() => {
  receiver = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const target = request.url.slice(new URL(request.url).origin.length);
      seen.push({ method: request.method, target, headers: request.headers, body: await request.text() });
      return answer();
    },
  });
  baseUrl = `http://127.0.0.1:${receiver.port}`;
});

afterAll(() => receiver.stop(true));

beforeEach(() => {
  seen = [];
  answer = () => Response.json({ success: true, balance: 5 });
  directory = scratch();
});

afterEach(() => directory.remove());

const SIGNED = ["--key", KEY.key_id, "--secret", KEY.secret];
const call = (args: string[], options?: RunOptions) =>
  salute(["call", ...args, ...SIGNED, "--base-url", baseUrl], options);

/** Whether a request has a valid signature of its method, target, nonce and body. */
function isSigned({ method, target, headers, body }: SeenRequest, secret = KEY.secret): boolean {
  const header = (name: string) => headers.get(name) ?? "";
  const canonical = canonicalString(
    method,
    target,
    header("x-partner-timestamp"),
    header("x-partner-nonce"),
    Buffer.from(body),
  );
  return header("x-partner-signature") === hmacSha256Hex(secret, canonical);
}

describe("requests", () => {
  test("a read is signed, without nonce, Idempotency-Key or body", async () => {
    const { code, out, err } = await call(["GET", "/api/salutes/ledger?limit=5&q=a%20b"]);
    expect([code, out, err]).toEqual([0, '{"success":true,"balance":5}', "200 OK\n"]);
    const [request] = seen;
    if (request === undefined) throw new Error("nothing came");
    expect([request.method, request.target, isSigned(request)]).toEqual([
      "GET",
      "/api/salutes/ledger?limit=5&q=a%20b",
      true,
    ]);
    for (const name of ["x-partner-nonce", "idempotency-key", "content-type"])
      expect(request.headers.has(name)).toBe(false);
  });

  test.each(["POST", "PATCH", "DELETE", "post"])(
    "%s gets a new nonce and a new Idempotency-Key",
    async (method) => {
      for (let i = 0; i < 2; i++) await call([method, "/x"]);
      expect(seen.map((each) => [each.method, isSigned(each)])).toEqual([
        [method.toUpperCase(), true],
        [method.toUpperCase(), true],
      ]);
      for (const name of ["x-partner-nonce", "idempotency-key"])
        expect(new Set(seen.map((each) => each.headers.get(name))).size).toBe(2);
      expect(seen[0]?.headers.get("x-partner-nonce")).toMatch(/^[0-9a-f]{32}$/);
    },
  );

  test("nonce and Idempotency-Key can be given or omitted", async () => {
    await call(["POST", "/x", "--nonce", "00112233445566778899aabbccddeeff", "--idempotency-key", "order-1"]);
    await call(["POST", "/x", "--nonce", "none", "--idempotency-key", "none"]);
    await call(["GET", "/x", "--nonce", "00112233445566778899aabbccddeeff"]);
    expect(
      seen.map((each) => [
        each.headers.get("x-partner-nonce"),
        each.headers.get("idempotency-key"),
        isSigned(each),
      ]),
    ).toEqual([
      ["00112233445566778899aabbccddeeff", "order-1", true],
      [null, null, true],
      ["00112233445566778899aabbccddeeff", null, true],
    ]);
  });

  test("a body from the command line, a file or stdin is sent unchanged and signed", async () => {
    const body = '{"amount": 5, "reason":"größer"}\n';
    writeFileSync(directory.file("body.json"), body);
    await call(["POST", "/x", "--body", body]);
    await call(["POST", "/x", "--body", `@${directory.file("body.json")}`]);
    await spawnSalute(["call", "POST", "/x", "--body", "-", ...SIGNED, "--base-url", baseUrl], {}, body);
    expect(seen.map((each) => [each.body, each.headers.get("content-type"), isSigned(each)])).toEqual(
      new Array(3).fill([body, "application/json", true]),
    );
  });

  test("a target normalised by the URL parser is signed as sent", async () => {
    for (const target of ["/a/../b", "/a b", '/q?x="<>{}^`', "/ü", "/x?y=1#part"])
      await call(["GET", target]);
    expect(seen.map((each) => isSigned(each))).toEqual(new Array(5).fill(true));
    expect(seen[0]?.target).toBe("/b");
  });

  test("additional headers are sent; headers set by call are refused", async () => {
    await call([
      "POST",
      "/x",
      "--header",
      "X-Request-ID: my-request-1",
      "--header",
      "Content-Type: text/plain",
      "--body",
      "x",
    ]);
    expect(seen[0]?.headers.get("x-request-id")).toBe("my-request-1");
    expect(seen[0]?.headers.get("content-type")).toBe("text/plain");
    for (const header of ["X-Partner-Signature: x", "idempotency-key: x", "nonsense", "A B: c", "X-A: ü"])
      expect((await call(["GET", "/x", "--header", header])).code).toBe(2);
    expect(seen).toHaveLength(1);
  });

  test.each([
    [["FROB", "/x"], "METHOD is one of"],
    [["GET", "x"], "TARGET is a path"],
    [["GET", "https://elsewhere.example.com/x"], "TARGET is a path"],
    [["GET", "/x", "--body", "{}"], "GET takes no --body"],
    [["POST", "/x", "--nonce", "a b"], "--nonce is visible ASCII"],
    [["GET", "/x", "--print", "wget"], "--print only supports curl"],
    [["GET", "/x", "/y"], 'takes no "/y"'],
  ])("%p is wrong usage, and nothing is sent", async (args, words) => {
    const { code, err } = await call(args);
    expect([code, err.includes(words), seen.length]).toEqual([2, true, 0]);
  });
});

describe("answers", () => {
  test.each([
    [200, 0],
    [201, 0],
    [304, 0],
    [302, 0],
    [400, 1],
    [404, 1],
    [503, 1],
  ])("%p is exit %p, and redirects are not followed", async (status, code) => {
    answer = () =>
      new Response(status === 304 ? null : '{"success":false}', {
        status,
        headers: {
          "content-type": "application/json",
          ...(status === 302 ? { location: "/elsewhere" } : {}),
        },
      });
    const ran = await call(["GET", "/x"]);
    expect([ran.code, ran.err.startsWith(`${status} `), seen.length]).toEqual([code, true, 1]);
  });

  test("JSON is formatted on a terminal, unchanged elsewhere and with --json; other bytes are unchanged", async () => {
    const plain = '{"success":true,"balance":5}';
    expect((await call(["GET", "/x"], { isTerminal: true })).out).toBe(
      `${JSON.stringify(JSON.parse(plain), null, 2)}\n`,
    );
    expect((await call(["GET", "/x", "--json"], { isTerminal: true })).out).toBe(plain);
    answer = () => new Response("id,delta\r\n1,5\r\n", { headers: { "content-type": "text/csv" } });
    expect((await call(["GET", "/x"], { isTerminal: true })).out).toBe("id,delta\r\n1,5\r\n");
  });

  test("HEAD has a status line and no body", async () => {
    expect(await call(["HEAD", "/x"])).toMatchObject({ code: 0, out: "", err: "200 OK\n" });
  });

  test("no server is a message and exit 1", async () => {
    const { code, err } = await salute(["call", "GET", "/x", ...SIGNED, "--base-url", "http://127.0.0.1:1"]);
    expect([code, err]).toEqual([
      1,
      "No answer from http://127.0.0.1:1: ECONNREFUSED. Is the server running there? Another address: --base-url\n",
    ]);
  });
});

describe("credentials and base URL", () => {
  const PROFILES = {
    acme: { key: "pk_live_acme", secret: "sk_acme" },
    beta: { key: "pk_live_beta", secret: "sk_beta", base_url: "http://127.0.0.1:1" },
    broken: { key: 5 },
  };

  function profiles(text = JSON.stringify(PROFILES), mode = 0o600): RunOptions {
    mkdirSync(directory.file("salute"), { recursive: true });
    writeFileSync(join(directory.file("salute"), "profiles.json"), text);
    chmodSync(join(directory.file("salute"), "profiles.json"), mode);
    return { env: { XDG_CONFIG_HOME: directory.path } };
  }

  test("a profile gives key, secret and base URL; --base-url overrides it", async () => {
    const options = profiles(JSON.stringify({ acme: { ...PROFILES.acme, base_url: `${baseUrl}/` } }));
    expect((await salute(["call", "GET", "/x", "--profile", "acme"], options)).code).toBe(0);
    profiles();
    expect(
      (await salute(["call", "GET", "/x", "--profile", "beta", "--base-url", baseUrl], options)).code,
    ).toBe(0);
    expect(seen.map((each) => each.headers.get("x-partner-key"))).toEqual(["pk_live_acme", "pk_live_beta"]);
    expect(
      [seen[0], seen[1]].map((each, index) => each && isSigned(each, ["sk_acme", "sk_beta"][index])),
    ).toEqual([true, true]);
  });

  test("SALUTE_KEY and SALUTE_SECRET are the default credentials; PUBLIC_BASE_URL, else PORT, is the default base URL", async () => {
    const env = { SALUTE_KEY: "pk_live_env", SALUTE_SECRET: "sk_env" };
    await salute(["call", "GET", "/x"], { env: { ...env, PUBLIC_BASE_URL: baseUrl } });
    await salute(["call", "GET", "/x"], { env: { ...env, PORT: String(receiver.port) } });
    await salute(["call", "GET", "/x", ...SIGNED], { env: { ...env, PORT: String(receiver.port) } });
    expect(seen.map((each) => each.headers.get("x-partner-key"))).toEqual([
      "pk_live_env",
      "pk_live_env",
      KEY.key_id,
    ]);
  });

  test.each([
    [
      "a file readable by others",
      () => profiles(undefined, 0o644),
      ["--profile", "acme"],
      "open to other users",
      1,
    ],
    [
      "an unknown profile",
      () => profiles(),
      ["--profile", "zeta"],
      "has no profile zeta; it has acme, beta, broken",
      1,
    ],
    [
      "a property name of every object",
      () => profiles(),
      ["--profile", "constructor"],
      "has no profile constructor",
      1,
    ],
    ["an invalid profile", () => profiles(), ["--profile", "broken"], "profile broken is not of the form", 1],
    ["invalid JSON", () => profiles("sk_hidden"), ["--profile", "acme"], "the file must be valid JSON", 1],
    [
      "no file",
      () => ({ env: { XDG_CONFIG_HOME: directory.file("none") } }),
      ["--profile", "acme"],
      "is missing: make it with mode 0600",
      1,
    ],
    [
      "a profile and a key",
      () => profiles(),
      ["--profile", "acme", "--key", "k", "--secret", "s"],
      "not both",
      2,
    ],
    ["a key without a secret", () => profiles(), ["--key", "k"], "--key and --secret go together", 2],
    ["no credentials", () => profiles(), [], "no key to sign with", 2],
    [
      "an invalid address",
      () => profiles(),
      ["--profile", "acme", "--base-url", "ftp://x"],
      "is not an http or https address",
      2,
    ],
  ])("%s is a message, and nothing is sent", async (_, prepare, flags, words, exit) => {
    const { code, err, out } = await salute(["call", "GET", "/x", ...flags], prepare());
    expect([code, err.includes(words), out, seen.length]).toEqual([exit, true, "", 0]);
    expect(err.includes("sk_hidden") || err.includes("sk_acme")).toBe(false);
  });
});

describe("--print curl", () => {
  test("sends nothing and prints no secret; pasted into a shell it sends the same request", async () => {
    const body = `{"reason":"it's $HOME \`x\` \\\\ 100 %","amount":5}`;
    const { code, out } = await call([
      "POST",
      "/api/x?a[]=1&b={2}&c=it's",
      "--body",
      body,
      "--idempotency-key",
      "order-1",
      "--header",
      "X-Empty:",
      "--print",
      "curl",
    ]);
    expect([code, seen.length, out.includes(KEY.secret)]).toEqual([0, 0, false]);
    const shell = Bun.spawn(["bash", "-c", out], { stdout: "pipe", stderr: "pipe" });
    expect([await new Response(shell.stdout).text(), await shell.exited]).toEqual([
      '{"success":true,"balance":5}',
      0,
    ]);
    const [request] = seen;
    if (request === undefined) throw new Error("nothing came");
    expect([request.body, isSigned(request), request.headers.get("idempotency-key")]).toEqual([
      body,
      true,
      "order-1",
    ]);
    expect(request.headers.get("x-empty")).toBe("");
  });

  test("a body from a file stays a file; a body starting with @ is not a file; HEAD and GET work too", async () => {
    writeFileSync(directory.file("it's.bin"), Buffer.from([0, 255, 1, 10]));
    for (const args of [
      ["POST", "/x", "--body", `@${directory.file("it's.bin")}`],
      ["GET", "/x"],
      ["HEAD", "/x"],
    ]) {
      const { out } = await call([...args, "--print", "curl"]);
      expect(await Bun.spawn(["bash", "-c", out], { stdout: "ignore" }).exited).toBe(0);
    }
    expect(seen.map((each) => each.method)).toEqual(["POST", "GET", "HEAD"]);
    expect(seen.slice(1).map((each) => isSigned(each))).toEqual([true, true]);
    const at = await spawnSalute(
      ["call", "POST", "/x", "--body", "-", "--print", "curl", ...SIGNED, "--base-url", baseUrl],
      {},
      "@x",
    );
    await Bun.spawn(["bash", "-c", at.out], { stdout: "ignore" }).exited;
    expect([seen[3]?.body, seen[3] && isSigned(seen[3])]).toEqual(["@x", true]);
  });

  test("binary bodies cannot be pasted: a message", async () => {
    const { code, err } = await spawnSalute(
      ["call", "POST", "/x", "--body", "-", "--print", "curl", ...SIGNED, "--base-url", baseUrl],
      {},
      "a\0b",
    );
    expect([code, err.includes("--body @FILE")]).toEqual([1, true]);
  });
});

describe("with a real server", () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
    world.clock.advance(Date.now() - world.clock.now());
  });
  afterEach(() => world.close());

  test("a user is created, credited and read, without a data directory", async () => {
    const key = await world.createKey("acme");
    const app = buildApp(world.services).listen({ port: 0, hostname: "127.0.0.1" });
    const flags = [
      "--key",
      key.key_id,
      "--secret",
      key.secret,
      "--base-url",
      `http://127.0.0.1:${app.server?.port}`,
      "--data",
      directory.file("none"),
    ];
    try {
      const made = await salute([
        "call",
        "POST",
        "/api/partner/users",
        "--body",
        '{"external_id":"zoe"}',
        ...flags,
      ]);
      expect([made.code, made.err]).toEqual([0, "201 Created\n"]);
      const credit = [
        "call",
        "POST",
        "/api/salutes/credit",
        "--idempotency-key",
        "order-1",
        "--body",
        '{"user_id":"ext:zoe","amount":5,"reason":"quest"}',
      ];
      expect((await salute([...credit, ...flags])).json).toMatchObject({
        balance: 5,
        idempotency_key: "order-1",
      });
      const again = await salute([...credit, ...flags]);
      expect([again.code, again.json.error, again.err]).toEqual([1, "idempotency_replay", "409 Conflict\n"]);
      const balance = await salute(["call", "get", "/api/salutes/balance?user_id=ext:zoe", ...flags]);
      expect([balance.code, balance.json.balance]).toEqual([0, 5]);
    } finally {
      await app.server?.stop(true);
    }
  });
});
