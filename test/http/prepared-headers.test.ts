import { expect, test } from "bun:test";
import { preparedHeaders } from "../../src/http/answers/prepared-headers.ts";

const answer = (headers: Record<string, string>) => new Response("ok", { headers: preparedHeaders(headers) });

test("headers with the same names carry the values that they are given, not those of the answer before", () => {
  expect(answer({ "x-request-id": "a", etag: '"1"' }).headers.toJSON()).toEqual({
    "x-request-id": "a",
    etag: '"1"',
  });
  expect(answer({ "x-request-id": "b", etag: '"1"' }).headers.get("x-request-id")).toBe("b");
  expect(answer({ "x-request-id": "a", etag: '"2"' }).headers.get("x-request-id")).toBe("a");
});

test("a name of another answer does not appear", () => {
  answer({ "x-request-id": "a", "x-ratelimit-limit": "5" });
  expect(answer({ "x-request-id": "a" }).headers.has("x-ratelimit-limit")).toBe(false);
  expect(answer({ "x-ratelimit-limit": "5" }).headers.has("x-request-id")).toBe(false);
});

test("an answer that is still to be sent keeps its headers while others are prepared", () => {
  const first = answer({ "x-request-id": "first" });
  answer({ "x-request-id": "second" });
  first.headers.append("vary", "origin");
  expect(first.headers.get("x-request-id")).toBe("first");
  expect(answer({ "x-request-id": "third" }).headers.has("vary")).toBe(false);
});

test("a value that is no header value throws, and the next answer is whole", () => {
  expect(() => answer({ "x-request-id": "a\nb", etag: '"1"' })).toThrow();
  expect(answer({ "x-request-id": "a", etag: '"1"' }).headers.get("etag")).toBe('"1"');
});

test("more sets of names than are kept are still right", () => {
  for (let round = 0; round < 3; round++)
    for (let index = 0; index < 50; index++) {
      const headers = answer({ [`x-${index}`]: String(round), "x-request-id": String(index) }).headers;
      expect([headers.get(`x-${index}`), headers.get("x-request-id")]).toEqual([
        String(round),
        String(index),
      ]);
    }
});
