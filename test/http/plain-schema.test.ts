import { describe, expect, test } from "bun:test";
import { type TSchema, Type } from "@sinclair/typebox";
import fc from "fast-check";
import { type Direction, plainSchema } from "../../src/http/schema/plain-schema.ts";
import {
  Amount,
  BodyFlag,
  Characters,
  Flag,
  Links,
  Nullable,
  OneOf,
  Repeated,
  SolanaAddress,
  Tag,
  Text,
  Timestamp,
  UserId,
} from "../../src/http/schema/shapes.ts";
import { createValidator } from "../../src/http/schema/validate.ts";
import { Components } from "../../src/modules/developers/openapi/components.ts";
import { buildExample } from "../../src/modules/developers/openapi/example.ts";
import { createSchemaCompiler } from "../harness/checks/json-schema.ts";

const plain = (shape: TSchema, direction: Direction = "request") =>
  plainSchema(shape, direction, new Components());

const VOCABULARY: [string, TSchema][] = [
  ["Text", Text(5)],
  ["a nullable Text", Nullable(Text(5))],
  ["Characters", Characters(5)],
  ["Tag", Tag()],
  ["Amount", Amount()],
  ["OneOf", OneOf(["asc", "desc"])],
  ["a nullable OneOf", Nullable(OneOf(["asc", "desc"]))],
  ["BodyFlag", BodyFlag()],
  ["Flag", Flag()],
  ["Repeated", Repeated(OneOf(["a", "b"]))],
  ["Timestamp", Timestamp()],
  ["SolanaAddress", SolanaAddress()],
  ["UserId", UserId],
  ["UserId", UserId],
  ["Links", Links],
  ["external id", Type.String({ format: "external-id" })],
  ["e-mail", Type.String({ format: "email" })],
  ["text without a length", Type.String({ format: "text" })],
  ["a list of objects", Type.Array(Type.Object({ a: Type.Optional(Type.Integer({ minimum: 1 })) }))],
];

const texts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.string({ unit: "grapheme", maxLength: 8 }),
  fc.constantFrom(
    "asc",
    "desc",
    "a",
    "",
    "ext:zoe",
    "zoe",
    "42",
    "zoe@x.example",
    "a b",
    "\u0000",
    "\u0085",
    "𝒛𝒐𝒆",
  ),
);
const values = fc.oneof(
  texts,
  fc.constantFrom(null, true, false, 0, 1, 2, 0.01, 1.005, 1e12, 1e12 + 1, -1),
  fc.array(texts, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom("a", "b"), fc.oneof(texts, fc.integer())),
  fc.array(fc.record({ a: fc.integer({ min: 0, max: 3 }) }), { maxLength: 2 }),
);

describe("the plain schema of a shape", () => {
  test.each(VOCABULARY)("%s: accepts everything that we accept", (_, shape) => {
    const validate = createSchemaCompiler()(plain(shape));
    const validator = createValidator(shape);
    fc.assert(
      fc.property(values, (value) => {
        if (validator.faults(value) === null) expect([value, validate(value)]).toEqual([value, true]);
      }),
      { numRuns: 500 },
    );
  });

  test.each(VOCABULARY.filter(([name]) => /Text$|Characters|Tag|OneOf|Flag|Links|UserId/.test(name)))(
    "%s: refuses well-formed text that we refuse",
    (_, shape) => {
      const validate = createSchemaCompiler()(plain(shape));
      const validator = createValidator(shape);
      fc.assert(
        fc.property(
          values.filter((value) => typeof value !== "string" || value.isWellFormed()),
          (value) => expect([value, validate(value)]).toEqual([value, validator.faults(value) === null]),
        ),
        { numRuns: 500 },
      );
    },
  );

  test.each(VOCABULARY)("%s: has no pattern that only some dialects understand", (_, shape) => {
    expect(JSON.stringify(plain(shape))).not.toMatch(/\\[pPu]/);
  });

  test.each(VOCABULARY)("%s: has a valid example", (_, shape) => {
    expect(createValidator(shape).faults(buildExample(shape))).toBeNull();
  });

  test("is closed in a request and open in an answer, unless the shape specifies otherwise", () => {
    const shape = Type.Object({
      inner: Type.Object({}),
      free: Type.Object({}, { additionalProperties: true }),
    });
    expect(plain(shape, "request")).toEqual({
      type: "object",
      properties: {
        inner: { type: "object", properties: {}, additionalProperties: false },
        free: { type: "object", properties: {}, additionalProperties: true },
      },
      required: ["inner", "free"],
      additionalProperties: false,
    });
    expect(plain(shape, "response").additionalProperties).toBeUndefined();
  });

  test("writes nullable types as a list of types, and merges constants", () => {
    expect(plain(Nullable(Type.Integer({ minimum: 1 }), { description: "Why." }))).toEqual({
      type: ["integer", "null"],
      minimum: 1,
      description: "Why.",
    });
    expect(plain(Nullable(OneOf(["a", "b"])))).toEqual({ type: ["string", "null"], enum: ["a", "b", null] });
    expect(plain(BodyFlag())).toEqual({ anyOf: [{ type: "boolean" }, { type: "number", enum: [1, 0] }] });
  });

  test("writes a constant of true or false as an enumeration, which generators of clients read", () => {
    expect(plain(Type.Literal(true))).toEqual({ type: "boolean", enum: [true] });
    expect(plain(Type.Union([Type.Literal(true), Type.Literal(false)]))).toEqual({
      anyOf: [{ type: "boolean", enum: [true, false] }],
    });
  });

  test("makes one component per titled shape; two shapes with the same title are an error", () => {
    const components = new Components();
    const User = Type.Object({ id: Type.Integer() }, { title: "User" });
    const reference = { $ref: "#/components/schemas/User" };
    expect(plainSchema(Type.Array(User), "response", components)).toEqual({
      type: "array",
      items: reference,
    });
    expect(plainSchema(Nullable(User), "response", components)).toEqual({
      anyOf: [reference, { type: "null" }],
    });
    expect(Object.keys(components.sorted().schemas ?? {})).toEqual(["User"]);
    const other = Type.Object({ id: Type.String() }, { title: "User" });
    expect(() => plainSchema(other, "response", components)).toThrow("are called User");
  });

  test("is refused for an unsupported format or keyword instead of omitting it", () => {
    expect(() => plain(Type.String({ format: "claim-code" }))).toThrow("claim-code");
    expect(() => plain(Type.Object({}, { dependentRequired: {} }))).toThrow("dependentRequired");
  });
});

describe("an example", () => {
  test("requires an explicit example if none can be generated", () => {
    const shape = Type.String({ pattern: "^[QZ]{9}$" });
    expect(() => buildExample(Type.Object({ odd: shape }))).toThrow("odd");
    expect(buildExample(Type.String({ pattern: "^[QZ]{9}$", examples: ["QQQQQQQQQ"] }))).toBe("QQQQQQQQQ");
  });
});
