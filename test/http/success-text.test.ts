import { expect, test } from "bun:test";
import { successBody, successText } from "../../src/http/answers/respond.ts";

test("the text of a success is that of its members behind success, once", () => {
  const bodies = [
    {},
    { id: "1" },
    { note: "{}", rows: [], none: null, left_out: undefined },
    { left_out: undefined },
    { success: true, id: 1 },
    { id: 1, success: true },
    { rows: [{ success: false }] },
  ];
  for (const body of bodies) expect(successText(body)).toBe(JSON.stringify(successBody(body, null)));
});
