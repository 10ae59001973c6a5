import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { checkedJson } from "../../src/kit/formats/checked-json.ts";

const { read, write } = checkedJson("table.column", Type.Object({ count: Type.Integer() }));

test("reads what it wrote", () => {
  expect(read(write({ count: 3 }))).toEqual({ count: 3 });
});

test("keeps members that another release wrote", () => {
  const kept: object = { count: 3, note: "x" };
  expect<object>(read(JSON.stringify(kept))).toEqual(kept);
});

test("names damaged text, and the member that differs", () => {
  expect(() => read('{"count":')).toThrow("table.column is not JSON");
  expect(() => read('{"count":"3"}')).toThrow("table.column has another shape: /count Expected integer");
  expect(() => read("null")).toThrow("table.column has another shape");
});
