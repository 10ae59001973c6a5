import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { Cacheable } from "../../src/http/answers/answer.ts";
import { anyone, operator, partner, readOperation } from "../../src/http/operation.ts";
import type { IssuedKey } from "../../src/modules/access/keys/index.ts";
import { createOperator } from "../../src/modules/access/operators/index.ts";
import { USER_ERRORS } from "../../src/modules/ledger/users/index.ts";
import { callCustom } from "../harness/app/custom-operation.ts";
import { openSocket, type SocketClient } from "../harness/app/socket.ts";
import { createWorld, type World } from "../harness/app/world.ts";

/** Rules for all answers (contract section 2). */

let world: World;
let socket: SocketClient;
let key: IssuedKey;
let token: string;

beforeAll(async () => {
  world = await createWorld({ PARTNER_RATE_LIMIT_PER_MINUTE: "0", RATE_LIMIT_PUBLIC_API_PER_MIN: "0" });
  socket = openSocket(world);
  key = await world.createKey("acme");
  await world.createUser(key, "zoe");
  const actor = { kind: "command", name: "test" } as const;
  token = (
    await world.services.live.writer.run((tx) =>
      createOperator(tx, actor, { baseUrl: "http://x", name: "ops", role: "viewer" }),
    )
  ).token;
});

afterAll(async () => {
  await socket.stop();
  await world.close();
});

const balance = (options = {}) => world.call("GET", "/api/salutes/balance?user_id=1", { key, ...options });

describe("X-Request-ID", () => {
  test.each(["abcdefgh", "A-Z.a_z-0", "x".repeat(128)])("%s is kept", async (id) => {
    const headers = { "x-request-id": id };
    for (const answer of [await balance({ headers }), await world.call("GET", "/nowhere", { headers })]) {
      expect(answer.headers.get("x-request-id")).toBe(id);
    }
    expect((await world.call("GET", "/nowhere", { headers })).json.request_id).toBe(id);
  });

  test.each(["short12", "x".repeat(129), "has a blank", "semi;colon", "caf\u00e9-cafe", "slash/slash", ""])(
    "%p is not accepted; a new one is generated",
    async (id) => {
      const answer = await balance({ headers: { "x-request-id": id } });
      expect(answer.headers.get("x-request-id")).toMatch(/^req_[0-9a-z]{24}$/);
    },
  );

  test("each request without an id gets its own", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => balance()));
    expect(new Set(answers.map((answer) => answer.headers.get("x-request-id"))).size).toBe(50);
  });
});

describe("a failure", () => {
  test("has the code, one sentence, the request id, and for partners the retry behaviour", async () => {
    const answer = await world.call("GET", "/api/salutes/balance?user_id=99", { key });
    expect(answer.json).toEqual({
      success: false,
      error: "user_not_found",
      message: expect.stringMatching(/^[A-Z][^\n]+\.$/),
      request_id: answer.headers.get("x-request-id"),
      retry_class: USER_ERRORS.user_not_found.retry_class,
    });
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });
});

describe("a failure for a browser that requests a page", () => {
  const headers = { accept: "text/html,application/xhtml+xml" };

  test.each(["/nowhere", "/status/nowhere", "/docs/nowhere"])(
    "%s: an error page with the request id",
    async (path) => {
      const { status, headers: sent, text } = await world.call("GET", path, { headers });
      expect([status, sent.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
      expect(text).toContain("Nothing is here");
      expect(text).toContain(sent.get("x-request-id") ?? "none");
      expect((await world.call("GET", path)).json).toMatchObject({ success: false, error: "not_found" });
    },
  );

  test("at a form's address: an error page with Allow, 405", async () => {
    const { status, headers: sent, text } = await world.call("GET", "/admin/sign-out", { headers });
    expect([status, sent.get("content-type"), sent.get("allow")]).toEqual([
      405,
      "text/html; charset=utf-8",
      "POST",
    ]);
    expect(text).toContain("No page is here");
    expect((await world.call("GET", "/admin/sign-out")).json.error).toBe("method_not_allowed");
  });

  test("is in its language, as the address asks for or the browser", async () => {
    const german = { ...headers, "accept-language": "de" };
    const refused = (await world.call("GET", "/nowhere", { headers: german })).text;
    expect(refused).toContain("Prüfen Sie die Adresse: Hier ist nichts.");
    expect((await world.call("GET", "/nowhere?lang=ru", { headers: german })).text).toContain(
      '<html lang="ru">',
    );
  });

  test("of the API is JSON", async () => {
    expect((await world.call("GET", "/api/nowhere", { headers })).json.error).toBe("not_found");
  });
});

describe("include_meta", () => {
  test("adds meta to reads and writes only", async () => {
    const target = "/api/salutes/balance?user_id=1&include_meta=1";
    const read = await world.call("GET", target, { key });
    expect(read.json.meta).toEqual({
      request_id: read.headers.get("x-request-id"),
      generated_at_utc: "2026-11-21T10:00:00.000Z",
    });
    const written = await world.call("POST", "/api/salutes/credit?include_meta", {
      key,
      body: { user_id: 1, amount: 1, reason: "quest" },
    });
    expect(written.json.meta.request_id).toBe(written.headers.get("x-request-id"));
    for (const text of ["", "&include_meta=0", "&include_meta=", "&include_meta=false"]) {
      const answer = await world.call("GET", `/api/salutes/balance?user_id=1${text}`, { key });
      expect(answer.json).not.toHaveProperty("meta");
    }
  });
});

const response = Type.Object({ ok: Type.Boolean() });
const base = { group: "test", summary: "test", response, read: () => ({ ok: true }) } as const;
const openRead = readOperation({
  ...base,
  id: "openRead",
  method: "GET",
  path: "/test/open",
  access: anyone(),
});
const openHealth = readOperation({
  ...base,
  id: "openHealth",
  method: "GET",
  path: "/test/health",
  access: anyone(null),
});
const openPost = readOperation({
  ...base,
  id: "openPost",
  method: "POST",
  path: "/test/post",
  access: anyone(),
});
const signedRead = readOperation({
  ...base,
  id: "signedRead",
  method: "GET",
  path: "/test/signed",
  access: partner("read"),
});
const adminRead = readOperation({
  ...base,
  id: "adminRead",
  method: "GET",
  path: "/test/admin",
  access: operator("viewer"),
});
const cors = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith("access-control-"));

describe("CORS", () => {
  test("public GETs allow every origin, also when refused; public POSTs do not by default", async () => {
    for (const operation of [openRead, openHealth]) {
      const answer = await callCustom(world, operation);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(cors((await callCustom(world, operation, { method: "HEAD" })).headers)).not.toEqual([]);
    }
    const refused = await callCustom(world, openRead, { query: "?include_meta=maybe" });
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([400, "*"]);
    expect(cors((await callCustom(world, openPost)).headers)).toEqual([]);
  });

  test("signed and admin routes never allow other origins", async () => {
    const authorization = { authorization: `Bearer ${token}`, origin: "https://evil.example" };
    const answers = [
      await callCustom(world, signedRead, { key, headers: { origin: "https://evil.example" } }),
      await callCustom(world, signedRead, {}),
      await callCustom(world, adminRead, { headers: authorization }),
      await callCustom(world, adminRead, {}),
      await world.call("OPTIONS", "/api/salutes/balance", { headers: { origin: "https://evil.example" } }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([200, 401, 200, 403, 405]);
    for (const answer of answers) expect(cors(answer.headers)).toEqual([]);
  });
});

describe("caching", () => {
  test("signed and admin answers are never cacheable", async () => {
    const answers = [
      await callCustom(world, signedRead, { key }),
      await callCustom(world, signedRead, {}),
      await callCustom(world, adminRead, { headers: { authorization: `Bearer ${token}` } }),
      await callCustom(world, adminRead, {}),
      await world.call("GET", "/api/salutes/ledger.csv", { key }),
    ];
    for (const answer of answers)
      expect(answer.headers.get("cache-control")).toMatch(/^(private, )?no-store$/);
    for (const answer of answers) expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  const catalogue = (access: Parameters<typeof readOperation>[0]["access"]) =>
    readOperation({
      ...base,
      id: "catalogue",
      method: "GET",
      path: "/test/catalogue",
      access,
      read: () => new Cacheable({ ok: true }, Date.UTC(2026, 10, 20, 9, 0, 0, 700), 60),
    });

  test("validators: strong ETag of the bytes, Last-Modified, Cache-Control; 304 has them without a body", async () => {
    const open = catalogue(anyone());
    const first = await callCustom(world, open);
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    expect(first.headers.get("last-modified")).toBe("Fri, 20 Nov 2026 09:00:00 GMT");
    expect(first.headers.get("cache-control")).toBe("public, max-age=60");
    const ask = (headers: Record<string, string>) => callCustom(world, open, { headers });
    for (const value of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const answer = await ask({ "if-none-match": value });
      expect([value, answer.status, answer.text, answer.headers.get("etag")]).toEqual([value, 304, "", etag]);
    }
    expect((await ask({ "if-none-match": '"other"' })).status).toBe(200);
    expect((await ask({ "if-modified-since": "Fri, 20 Nov 2026 09:00:00 GMT" })).status).toBe(304);
    expect((await ask({ "if-modified-since": "Fri, 20 Nov 2026 08:59:59 GMT" })).status).toBe(200);
    expect((await ask({ "if-modified-since": "whenever" })).status).toBe(200);
    expect(
      (await ask({ "if-none-match": '"other"', "if-modified-since": "Fri, 20 Nov 2026 09:00:00 GMT" }))
        .status,
    ).toBe(200);
  });

  test("an answer with meta has no validators; a signed one is private", async () => {
    const withMeta = await callCustom(world, catalogue(anyone()), { query: "?include_meta=1" });
    expect([withMeta.headers.get("etag"), withMeta.headers.get("last-modified")]).toEqual([null, null]);
    const signed = await callCustom(world, catalogue(partner(null)), { key });
    expect(signed.headers.get("cache-control")).toBe("private, max-age=60");
  });
});

describe("HEAD through a socket", () => {
  test.each([
    ["a signed read", "/api/salutes/balance?user_id=1", 200],
    ["a refused read", "/api/salutes/balance?user_id=99", 404],
    ["a list", "/api/salutes/ledger", 200],
    ["a path with a parameter", "/api/partner/users/1", 200],
    ["nothing at a path with a parameter", "/api/partner/users/99", 404],
  ])("%s has the length of GET's body and no body", async (_, target, status) => {
    const get = await socket.send("GET", target, { key });
    const head = await socket.send("HEAD", target, { key });
    expect([get.status, head.status, head.text]).toEqual([status, status, ""]);
    const length = get.text.replace(/"request_id":"[^"]+"/, "").length;
    expect(Number(head.headers.get("content-length")) - length).toBe(get.text.length - length);
    for (const name of ["content-type", "cache-control", "x-content-type-options"]) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
  });

  test("a streamed export sends only headers", async () => {
    const head = await socket.send("HEAD", "/api/salutes/ledger.csv", { key });
    expect([head.status, head.text, head.headers.get("content-type")]).toEqual([
      200,
      "",
      "text/csv; charset=utf-8; header=present",
    ]);
  });
});

describe("X-Forwarded-For", () => {
  /** The client address as seen by a server with these proxies, taken from the refusal of a key without that address. */
  async function seenAddress(trusted: string, forwarded: string | null): Promise<string> {
    const strict = await createWorld(trusted === "" ? {} : { TRUSTED_PROXIES: trusted });
    const bound = await strict.createKey("acme", "live", { allowedIps: ["240.0.0.1"] });
    const answer = await strict.call("GET", "/api/salutes/balance?user_id=1", {
      key: bound,
      headers: forwarded === null ? {} : { "x-forwarded-for": forwarded },
    });
    await strict.close();
    return /came from (.+)\.$/.exec(answer.json.message)?.[1] ?? answer.text;
  }

  test.each([
    ["no trusted proxy: the header is ignored", "", "192.0.2.1", "127.0.0.1"],
    ["the peer is not a trusted proxy", "10.0.0.0/8", "192.0.2.1", "127.0.0.1"],
    ["no header", "127.0.0.1", null, "127.0.0.1"],
    ["one address", "127.0.0.1", "192.0.2.1", "192.0.2.1"],
    ["the rightmost address, not one sent by the client", "127.0.0.1", "240.0.0.1, 192.0.2.1", "192.0.2.1"],
    [
      "trusted proxies on the right are skipped",
      "127.0.0.1,10.0.0.0/8",
      "240.0.0.1, 192.0.2.1, 10.1.1.1, 10.2.2.2",
      "192.0.2.1",
    ],
    ["empty parts and spaces", "127.0.0.1", " 192.0.2.1 ,, ", "192.0.2.1"],
    ["only trusted proxies: the peer", "127.0.0.1,10.0.0.0/8", "10.1.1.1", "127.0.0.1"],
    ["a port", "127.0.0.1", "198.51.100.7, 203.0.113.9:51234", "203.0.113.9"],
    ["an IPv6 address in brackets", "127.0.0.1", "198.51.100.7, [2001:db8::9]", "2001:db8::9"],
    ["brackets and a port", "127.0.0.1", "198.51.100.7, [2001:db8::9]:51234", "2001:db8::9"],
    ["ports of proxies", "127.0.0.1,10.0.0.0/8", "203.0.113.9:1, 10.1.1.1:2", "203.0.113.9"],
    ["IPv4 in brackets: the peer", "127.0.0.1", "198.51.100.7, [203.0.113.9]", "127.0.0.1"],
    ["an entry that is not an address: the peer", "127.0.0.1", "198.51.100.7, unknown", "127.0.0.1"],
    ["one behind proxies: the peer", "127.0.0.1,10.0.0.0/8", "198.51.100.7, _x, 10.1.1.1", "127.0.0.1"],
    ["one before the address: the address", "127.0.0.1", "unknown, 192.0.2.1", "192.0.2.1"],
    ["a mapped one", "127.0.0.1", "::ffff:192.0.2.1", "192.0.2.1"],
  ])("%s", async (_, trusted, forwarded, expected) => {
    expect(await seenAddress(trusted, forwarded)).toBe(expected);
  });
});

test("Allow lists the methods of a path after a wrong one; HEAD is included with GET", async () => {
  const answer = await world.call("DELETE", "/api/salutes/ledger");
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});
