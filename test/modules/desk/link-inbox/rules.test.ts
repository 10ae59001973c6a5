import { describe, expect, test } from "bun:test";
import {
  COOLDOWN_MS,
  classifyStatus,
  nextState,
  parseFields,
} from "../../../../src/modules/desk/link-inbox/rules.ts";

describe("a link", () => {
  test("is resolved only by two 2xx answers a cooldown apart", () => {
    const first = nextState({ state: "open", firstOkAt: null }, "2xx", 1000);
    expect(first).toEqual({ state: "open", firstOkAt: 1000, event: null });
    expect(nextState(first, "2xx", 1000 + COOLDOWN_MS - 1).event).toBeNull();
    expect(nextState(first, "2xx", 1000 + COOLDOWN_MS)).toEqual({
      state: "resolved",
      firstOkAt: 1000,
      event: "link.resolved",
    });
  });

  test("starts over after any other answer, and is reopened if it was resolved", () => {
    for (const family of ["4xx", "5xx", "timeout", "other"] as const) {
      expect(nextState({ state: "open", firstOkAt: 5 }, family, 9)).toEqual({
        state: "open",
        firstOkAt: null,
        event: null,
      });
      expect(nextState({ state: "resolved", firstOkAt: 5 }, family, 9).event).toBe("link.reopened");
    }
    expect(nextState({ state: "resolved", firstOkAt: 5 }, "2xx", 9 + COOLDOWN_MS).event).toBeNull();
  });

  test.each([
    [200, "2xx"],
    [299, "2xx"],
    [301, "other"],
    [404, "4xx"],
    [503, "5xx"],
    [600, "other"],
  ] as const)("with status %i is in the family %s", (status, family) => {
    expect(classifyStatus(status)).toBe(family);
  });
});

describe("fields of an export", () => {
  test("keep the requested order without repeats, and the first unknown one is returned", () => {
    expect(parseFields("url, id,url")).toEqual({ fields: ["url", "id"] });
    expect(parseFields("id,nothing")).toEqual({ unknown: "nothing" });
    expect(parseFields("")).toEqual({ unknown: "" });
  });
});
