import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;

beforeEach(async () => {
  world = await createWorld();
});

afterEach(() => world.close());

const echo = (body: object | string, target = "/api/canary/echo") => world.call("POST", target, { body });

describe("POST /api/canary/echo", () => {
  test("200 without credentials, with both fields unchanged", async () => {
    const body = { message: "héllo\n\t😀 <b>", request_id: "canary-1" };
    const answer = await echo(body);
    expect([answer.status, answer.json]).toEqual([200, { success: true, ...body }]);
    expect(answer.headers.get("x-request-id")).not.toBe("canary-1");
  });

  test("a message has 1 to 4096 characters, counted as graphemes", async () => {
    for (const message of ["x", "x".repeat(4096), "😀".repeat(4096)]) {
      const answer = await echo({ message, request_id: "r" });
      expect([answer.status, answer.json.message]).toEqual([200, message]);
    }
    for (const message of ["", "x".repeat(4097), "😀".repeat(4097)]) {
      const answer = await echo({ message, request_id: "r" });
      expect([answer.status, answer.json.details]).toEqual([
        400,
        [{ field: "message", message: "must be text of 1 to 4096 characters" }],
      ]);
    }
  });

  test.each([
    ["no message", { request_id: "r" }, "message"],
    ["no request_id", { message: "m" }, "request_id"],
    ["a message of another type", { message: 5, request_id: "r" }, "message"],
    ["an empty request_id", { message: "m", request_id: "" }, "request_id"],
    ["an unknown property", { message: "m", request_id: "r", extra: 1 }, "extra"],
    ["a property named twice", '{"message":"m","message":"n","request_id":"r"}', "message"],
  ])("400 invalid_payload for %s, naming the field", async (_, body, field) => {
    const answer = await echo(body);
    expect([answer.status, answer.json.error, answer.json.details[0].field]).toEqual([
      400,
      "invalid_payload",
      field,
    ]);
  });

  test("400, 413 and 415 for invalid JSON bodies; 405 for another method", async () => {
    expect((await world.call("POST", "/api/canary/echo")).json.error).toBe("invalid_payload");
    expect((await echo("[1]")).json.error).toBe("invalid_payload");
    expect((await echo({ message: "x".repeat(300_000), request_id: "r" })).json.error).toBe(
      "payload_too_large",
    );
    const untyped = await world.call("POST", "/api/canary/echo", {
      body: "{}",
      headers: { "content-type": "text/plain" },
    });
    expect([untyped.status, untyped.json.error]).toEqual([415, "unsupported_media_type"]);
    const read = await world.call("GET", "/api/canary/echo");
    expect([read.status, read.headers.get("allow")]).toEqual([405, "POST"]);
  });

  test("include_meta adds meta; unknown parameters are ignored, as on every public route", async () => {
    const answer = await echo({ message: "m", request_id: "r" }, "/api/canary/echo?include_meta&utm=1");
    expect([answer.status, answer.json.request_id]).toEqual([200, "r"]);
    expect(answer.json.meta.request_id).toBe(answer.headers.get("x-request-id"));
  });
});
