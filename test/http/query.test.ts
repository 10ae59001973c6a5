import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { anyone, partner, readOperation } from "../../src/http/operation.ts";
import { Flag, OneOf, Repeated, Timestamp } from "../../src/http/schema/shapes.ts";
import type { IssuedKey } from "../../src/modules/access/keys/index.ts";
import { callCustom } from "../harness/app/custom-operation.ts";
import { createWorld, type World } from "../harness/app/world.ts";

/** Query strings (contract section 2). */

let world: World;
let key: IssuedKey;

beforeAll(async () => {
  world = await createWorld({ PARTNER_RATE_LIMIT_PER_MINUTE: "0", RATE_LIMIT_PUBLIC_API_PER_MIN: "0" });
  key = await world.createKey("acme");
});

afterAll(() => world.close());

const query = Type.Object({
  text: Type.Optional(Type.String({ maxLength: 20 })),
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  ratio: Type.Optional(Type.Number({ minimum: 0 })),
  live: Type.Optional(Flag()),
  event_type: Type.Optional(Repeated(OneOf(["salutes.credit", "salutes.debit"]))),
  from: Type.Optional(Timestamp()),
});
const echo = (id: string, access: Parameters<typeof readOperation>[0]["access"]) =>
  readOperation({
    id,
    method: "GET",
    path: `/test/${id}`,
    group: "test",
    summary: id,
    access,
    query,
    response: Type.Object({ query: Type.Unknown() }),
    read: (context) => ({ query: context.query }),
  });
const signed = echo("signed", partner("read"));
const open = echo("public", anyone());

const ask = (text: string) => callCustom(world, signed, { key, query: text });
const askOpenly = (text: string) => callCustom(world, open, { query: text });

describe("accepted queries", () => {
  test.each([
    ["nothing", "", {}],
    ["a bare question mark", "?", {}],
    ["empty pairs", "?&&", {}],
    ["an integer", "?limit=200", { limit: 200 }],
    ["a decimal", "?ratio=0.25", { ratio: 0.25 }],
    ["escapes, and + for a blank", "?text=caf%C3%A9+%2B%26%3D%25", { text: "caf\u00e9 +&=%" }],
    ["an = inside a value", "?text=a=b==", { text: "a=b==" }],
    ["an escaped name", "?%74ext=a", { text: "a" }],
    ["a flag as 1", "?live=1", { live: true }],
    ["a flag as true", "?live=true", { live: true }],
    ["a flag as 0", "?live=0", { live: false }],
    ["a flag as false", "?live=false", { live: false }],
    ["a flag as a bare name", "?live", { live: true }],
    ["an empty flag, which is unset", "?live=", {}],
    ["an empty number, which is unset", "?limit=", {}],
    ["a bare number, which is empty", "?limit", {}],
    ["an empty text, which is unset", "?text=&limit=7", { limit: 7 }],
    ["an empty value beside a set one", "?limit=&limit=7&limit=", { limit: 7 }],
    [
      "a repeated one",
      "?event_type=salutes.debit&event_type=salutes.credit",
      { event_type: ["salutes.debit", "salutes.credit"] },
    ],
    [
      "a repeated parameter as a set",
      "?event_type=salutes.debit&event_type=&event_type=salutes.debit",
      { event_type: ["salutes.debit"] },
    ],
    ["a repeatable parameter given once", "?event_type=salutes.debit", { event_type: ["salutes.debit"] }],
    ["an empty repeatable parameter", "?event_type=", {}],
    ["a time", "?from=2026-11-21T10:00:00%2B01:00", { from: "2026-11-21T10:00:00+01:00" }],
  ])("%s", async (_, text, expected) => {
    for (const answer of [await ask(text), await askOpenly(text)]) {
      expect([answer.status, answer.json.query]).toEqual([200, { limit: 50, ...expected }]);
    }
  });
});

describe("400 invalid_query with the name of the parameter", () => {
  test.each([
    ["below the minimum", "?limit=0", "limit"],
    ["above the maximum", "?limit=201", "limit"],
    ["not an integer", "?limit=1.5", "limit"],
    ["exponents", "?limit=1e1", "limit"],
    ["hexadecimal", "?limit=0x10", "limit"],
    ["blanks", "?limit=%201", "limit"],
    ["a plus sign", "?limit=%2B1", "limit"],
    ["a number that overflows", `?limit=${"9".repeat(400)}`, "limit"],
    ["an unknown value of a flag", "?live=yes", "live"],
    ["capitals in a flag", "?live=True", "live"],
    ["given twice", "?limit=1&limit=1", "limit"],
    ["a flag given twice", "?live&live", "live"],
    ["a value outside the set", "?event_type=salutes.credit&event_type=other", "event_type"],
    ["a comma-separated list instead of repeats", "?event_type=salutes.credit,salutes.debit", "event_type"],
    ["too long", `?text=${"x".repeat(21)}`, "text"],
    ["no time", "?from=yesterday", "from"],
    ["a time without a zone", "?from=2026-11-21T10:00:00", "from"],
    ["broken escapes", "?text=%zz", "text"],
    ["escapes that are not UTF-8", "?text=%ff", "text"],
    ["an unfinished escape", "?text=%4", "text"],
  ])("%s", async (_, text, field) => {
    for (const answer of [await ask(text), await askOpenly(text)]) {
      expect([answer.status, answer.json.error, answer.json.details?.[0].field.split(".")[0]]).toEqual([
        400,
        "invalid_query",
        field,
      ]);
    }
  });

  test("every invalid parameter is listed, not only the first", async () => {
    const { json } = await ask("?limit=0&live=yes&nonsense=1");
    expect(json.details.map((detail: { field: string }) => detail.field).sort()).toEqual([
      "live",
      "nonsense",
    ]);
  });
});

describe("an unknown parameter", () => {
  test.each([
    "?nonsense=1",
    "?nonsense",
    "?Limit=1",
    "?limit%20=1",
    "?__proto__=1",
    "?constructor=1",
    "?%zz=1",
    "?nonsense=%zz",
  ])("%s is refused on signed routes and ignored on public ones", async (text) => {
    const refused = await ask(text);
    expect([refused.status, refused.json.error]).toEqual([400, "invalid_query"]);
    const ignored = await askOpenly(text);
    expect([ignored.status, ignored.json.query]).toEqual([200, { limit: 50 }]);
  });
});
