import { expect, test } from "bun:test";
import { requestId } from "../../src/kit/ids.ts";

test("request ids are unique, of one length, and have the form that clients may send", () => {
  const ids = Array.from({ length: 5_000 }, requestId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^req_[0-9a-f]{16}[0-9a-z]{8}$/);
});
