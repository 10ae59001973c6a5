import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { anyone, partner, readOperation, writeOperation } from "../../src/http/operation.ts";
import { Nullable } from "../../src/http/schema/shapes.ts";
import type { IssuedKey } from "../../src/modules/access/keys/index.ts";
import { callCustom } from "../harness/app/custom-operation.ts";
import { openSocket, type SocketClient } from "../harness/app/socket.ts";
import { createWorld, type World } from "../harness/app/world.ts";

/** Bodies (contract section 2): UTF-8 JSON objects of a bounded size. */

let world: World;
let socket: SocketClient;
let key: IssuedKey;

beforeAll(async () => {
  world = await createWorld({
    PARTNER_RATE_LIMIT_PER_MINUTE: "0",
    RATE_LIMIT_PUBLIC_API_PER_MIN: "0",
    MAX_BODY_BYTES: "4096",
  });
  socket = openSocket(world);
  key = await world.createKey("acme");
});

afterAll(async () => {
  await socket.stop();
  await world.close();
});

const echo = readOperation({
  id: "echo",
  method: "POST",
  path: "/test/echo",
  group: "test",
  summary: "Echo",
  access: anyone(),
  body: Type.Object({
    name: Type.Optional(Type.String()),
    nested: Type.Optional(
      Type.Object({ count: Type.Integer({ minimum: 1 }), "a/b": Type.Optional(Type.Integer()) }),
    ),
    maybe: Type.Optional(Nullable(Type.Object({ count: Type.Integer({ minimum: 1 }) }))),
    list: Type.Optional(Type.Array(Type.Object({ id: Type.Integer() }), { maxItems: 2 })),
  }),
  response: Type.Object({ body: Type.Unknown() }),
  read: ({ body }) => ({ body }),
});
const bodiless = writeOperation({
  id: "bodiless",
  method: "DELETE",
  path: "/test/bodiless",
  group: "test",
  summary: "Take no body",
  access: partner("users"),
  response: Type.Object({ done: Type.Boolean() }),
  write: () => ({ done: true }),
});
const post = (body: string, headers: Record<string, string> = {}) =>
  callCustom(world, echo, { body, headers });

describe("Content-Type", () => {
  test.each([
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON;charset=UTF-8",
    'application/json; charset="utf-8"',
    "application/json; profile=x",
  ])("%s counts", async (type) => {
    expect((await post("{}", { "content-type": type })).status).toBe(200);
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/json; charset=iso-8859-1",
    "application/json, text/plain",
    "application/problem+json",
    "application/jsonp",
    "",
  ])("%p is 415", async (type) => {
    const answer = await post("{}", { "content-type": type });
    expect([answer.status, answer.json.error]).toEqual([415, "unsupported_media_type"]);
  });

  test("an empty body needs no Content-Type", async () => {
    const answer = await callCustom(world, echo, { headers: {} });
    expect([answer.status, answer.json.body]).toEqual([200, {}]);
    expect((await callCustom(world, bodiless, { key })).status).toBe(200);
  });
});

describe("400 invalid_payload with the field", () => {
  test.each([
    ["no JSON", "{", "body"],
    ["JSON with a comment", "{} // x", "body"],
    ["a trailing comma", '{"name":"a",}', "body"],
    ["single quotes", "{'name':'a'}", "body"],
    ["a list", "[]", "body"],
    ["null", "null", "body"],
    ["text", '"a"', "body"],
    ["two objects", "{}{}", "body"],
    ["blanks only", "  ", "body"],
    ["a byte order mark", "\ufeff{}", "body"],
    ["an unknown property", '{"nonsense":1}', "nonsense"],
    ["an unknown nested property", '{"nested":{"count":1,"x":2}}', "nested.x"],
    ["an unknown property in a list", '{"list":[{"id":1},{"id":2,"x":3}]}', "list.1.x"],
    ["__proto__", '{"__proto__":{"name":"a"}}', "__proto__"],
    ["constructor", '{"constructor":1}', "constructor"],
    ["a wrong type", '{"name":1}', "name"],
    ["null instead of text", '{"name":null}', "name"],
    ["a missing nested property", '{"nested":{}}', "nested.count"],
    ["a number out of range", '{"nested":{"count":0}}', "nested.count"],
    ["a fraction instead of an integer", '{"nested":{"count":1.5}}', "nested.count"],
    ["a fault in what may be null", '{"maybe":{"count":0}}', "maybe.count"],
    ["an unknown property of what may be null", '{"maybe":{"count":1,"x":1}}', "maybe.x"],
    ["a number where an object or null may be", '{"maybe":1}', "maybe"],
    ["too many items", '{"list":[{"id":1},{"id":2},{"id":3}]}', "list"],
    ["a name with a slash", '{"nested":{"count":1,"a/b":"x"}}', "nested.a/b"],
    ["a duplicate property", '{"name":"a","name":"b"}', "name"],
    ["a duplicate property with the same value", '{"name":"a","name":"a"}', "name"],
    ["a duplicate property, once escaped", '{"name":"a","\\u006eame":"b"}', "name"],
    ["a duplicate nested property", '{"nested":{"count":1,"count":1}}', "nested.count"],
    ["a duplicate property in a list item", '{"list":[{"id":1},{"id":2,"id":3}]}', "list.1.id"],
    ["__proto__ named twice", '{"__proto__":1,"__proto__":1}', "__proto__"],
  ])("%s", async (_, body, field) => {
    const answer = await post(body);
    expect([answer.status, answer.json.error, answer.json.details?.[0].field]).toEqual([
      400,
      "invalid_payload",
      field,
    ]);
  });

  test("bytes that are not UTF-8", async () => {
    for (const bytes of [
      [0x22, 0xff, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
      [0x22, 0xc0, 0xaf, 0x22],
    ]) {
      const body = Buffer.concat([Buffer.from('{"external_id":'), Buffer.from(bytes), Buffer.from("}")]);
      const answer = await world.call("POST", "/api/partner/users", { key, body });
      expect([answer.status, answer.json.details[0]]).toEqual([
        400,
        { field: "body", message: "must be UTF-8 text" },
      ]);
    }
  });

  test("a body for an operation without one", async () => {
    const answer = await callCustom(world, bodiless, { key, body: '{"a":1}' });
    expect([answer.status, answer.json.details[0].field]).toEqual([400, "body"]);
    expect((await callCustom(world, bodiless, { key, body: "{}" })).status).toBe(200);
    expect((await callCustom(world, bodiless, { key, body: "[]" })).status).toBe(400);
  });

  test("at most 20 faults are listed", async () => {
    const body = JSON.stringify(Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`n${i}`, 1])));
    expect((await post(body)).json.details).toHaveLength(20);
  });
});

describe("413 payload_too_large", () => {
  const ofSize = (size: number) => `{"external_id":"a"${" ".repeat(size - 19)}}`.padEnd(size);

  test("is measured in bytes: 4096 are accepted, one more is refused before authentication", async () => {
    expect(Buffer.byteLength(ofSize(4096))).toBe(4096);
    expect((await world.call("POST", "/api/partner/users", { key, body: ofSize(4096) })).status).toBe(201);
    const refused = await world.call("POST", "/api/partner/users", { body: ofSize(4097) });
    expect([refused.status, refused.json.error]).toEqual([413, "payload_too_large"]);
  });

  test.each([
    ["by Content-Length", false],
    ["in chunks", true],
  ])("through a socket, %s", async (_, chunked) => {
    const send = (size: number) =>
      socket.send("POST", "/api/partner/users", {
        key,
        body: ofSize(size).replace('"a"', chunked ? '"c"' : '"l"'),
        chunked,
      });
    expect((await send(4096)).status).toBe(201);
    for (const size of [4097, 100_000, 5_000_000]) {
      const refused = await send(size);
      expect([size, refused.status, refused.json?.error]).toEqual([size, 413, "payload_too_large"]);
      expect(refused.headers.get("x-request-id")).toMatch(/^req_/);
    }
  });

  test("an excessive Content-Length is refused without waiting for the body", async () => {
    const answer = await socket.send("POST", "/api/partner/users", {
      headers: { "content-length": "99999999999" },
    });
    expect([answer.status, answer.json.error]).toEqual([413, "payload_too_large"]);
  });

  test("the rest of a refused body is not read as another request", async () => {
    const smuggled = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    const body = smuggled.repeat(200);
    const head = `POST /api/partner/users HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n`;
    const received = await socket.sendBytes(`${head}${body}${smuggled}`);
    const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => match[1]);
    expect(statuses[0]).toBe("413");
    expect(statuses.length).toBeLessThanOrEqual(2);
  });
});
