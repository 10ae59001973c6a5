import { expect, test } from "bun:test";
import { Late } from "../../src/compose/open/late.ts";

test("a late value is read only after it was set, which happens once", () => {
  const late = new Late<{ name: string }>("the kettle");
  expect(() => late.get()).toThrow("the kettle: not complete yet");
  late.set({ name: "water" });
  expect(late.get()).toEqual({ name: "water" });
  expect(() => late.set({ name: "tea" })).toThrow("the kettle: set already");
});
