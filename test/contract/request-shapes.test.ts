import { afterAll, beforeAll, expect, test } from "bun:test";
import { KindGuard, type TSchema } from "@sinclair/typebox";
import { allOperations } from "../../src/compose/operations.ts";
import type { Operation } from "../../src/http/operation.ts";
import { createWorld, type World } from "../harness/app/world.ts";

/** Ids, flags and event ids look alike in every operation. */

let world: World;
let operations: readonly Operation[];

beforeAll(async () => {
  world = await createWorld();
  operations = allOperations(world.services);
});

afterAll(() => world.close());

interface Place {
  where: string;
  name: string;
  shape: TSchema;
  /** The object that has the member. */
  parent: TSchema;
}

/** The members of a shape and of the objects, lists and unions in it. */
function membersOf(shape: TSchema, where: string): Place[] {
  if (KindGuard.IsObject(shape))
    return Object.entries(shape.properties).flatMap(([name, member]) => [
      { where: `${where}.${name}`, name, shape: member, parent: shape },
      ...membersOf(member, `${where}.${name}`),
    ]);
  if (KindGuard.IsArray(shape)) return membersOf(shape.items, `${where}[]`);
  return ((shape.anyOf ?? []) as TSchema[]).flatMap((each) => membersOf(each, where));
}

const requests = () =>
  operations.flatMap(({ id, params, query, body }) =>
    [params, query, body].flatMap((shape) => (shape === null ? [] : membersOf(shape, id))),
  );

/** The shapes that a member's value may have: alternatives and items of lists. */
function alternativesOf(shape: TSchema): TSchema[] {
  if (KindGuard.IsArray(shape)) return alternativesOf(shape.items);
  return shape.anyOf === undefined ? [shape] : (shape.anyOf as TSchema[]).flatMap(alternativesOf);
}

test("every id in a request is a number or its text", () => {
  const ids = requests().filter(({ name }) => /(^|_)ids?$/.test(name));
  const typesOf = ({ shape }: Place) => alternativesOf(shape).map(({ type }) => type);
  const numbers = ids.filter((each) => typesOf(each).includes("integer"));
  expect(numbers.filter((each) => !typesOf(each).includes("string")).map(({ where }) => where)).toEqual([]);
  const digits = ids.filter(({ shape }) => /^\^\(?\[1-9\]/.test(String(shape.pattern)));
  expect(digits.map(({ where }) => where)).toEqual([]);
  expect(numbers.length).toBeGreaterThan(30);
});

test("every flag in a body is true, false, 1 or 0", () => {
  const flags = operations.flatMap(({ id, body }) => (body === null ? [] : membersOf(body, id)));
  const booleans = flags.filter(({ shape }) => alternativesOf(shape).some(KindGuard.IsBoolean));
  const takesNumbers = ({ shape }: Place) => alternativesOf(shape).some((each) => each.const === 1);
  expect(booleans.filter((each) => !takesNumbers(each)).map(({ where }) => where)).toEqual([]);
  expect(booleans.length).toBeGreaterThan(5);
});

test("an answer with the id of a delivery record also names its event", () => {
  const answers = operations.flatMap(({ id, response }) =>
    KindGuard.IsObject(response) ? membersOf(response, id) : [],
  );
  const records = answers.filter(
    ({ name, shape }) => name === "event_id" && alternativesOf(shape).some(KindGuard.IsInteger),
  );
  const lonely = records.filter(({ parent }) => !("event_uid" in parent.properties));
  expect(lonely.map(({ where }) => where)).toEqual([]);
  expect(records.length).toBeGreaterThan(8);
});
