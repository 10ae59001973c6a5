import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { allOperations } from "../../src/compose/operations.ts";
import type { Operation } from "../../src/http/operation.ts";
import { signedIn, type Visitor } from "../harness/app/visitor.ts";
import { createWorld, type World } from "../harness/app/world.ts";

/** All forms and all operators' posts: wrong content type, too large, unknown field. */

let world: World;
let owner: Visitor;
let operations: Operation[];

beforeAll(async () => {
  world = await createWorld({ RATE_LIMIT_ADMIN_PER_MIN: "0", RATE_LIMIT_PAGES_PER_MIN: "0" });
  owner = await signedIn(world, "boss", "owner");
  operations = allOperations(world.services);
});

afterAll(() => world.close());

const pathOf = ({ path }: Operation) => path.replaceAll("{name}", "boss").replaceAll(/\{\w+\}/g, "1");
const forms = () => operations.filter(({ form }) => form !== null);
const posts = () =>
  operations.filter(
    ({ access, method, form }) => access.kind === "operator" && method === "POST" && form === null,
  );

describe("a form", () => {
  test("with another content type is 415", async () => {
    expect(forms().length).toBeGreaterThan(20);
    for (const form of forms()) {
      const { status } = await owner.submit(pathOf(form), { x: "1" }, { "content-type": "application/json" });
      expect([form.id, status]).toEqual([form.id, 415]);
    }
  });

  test("above the body limit is 413 for a signed-in operator", async () => {
    for (const form of forms()) {
      const headers = { accept: "application/json" };
      const { status } = await owner.submit(pathOf(form), { x: "x".repeat(300_000) }, headers);
      expect([form.id, status]).toEqual([form.id, 413]);
    }
  });

  test("with an unknown field is 400 and names it", async () => {
    for (const form of forms()) {
      const headers = { accept: "application/json" };
      const answer = await owner.submit(pathOf(form), { nonsense: "1" }, headers);
      const fields = (answer.json.details ?? []).map(({ field }: { field: string }) => field);
      expect([form.id, answer.status, fields.includes("nonsense")]).toEqual([form.id, 400, true]);
    }
  });
});

test("an operators' post with another content type is 415", async () => {
  const token =
    /name="csrf_token" value="([^"]*)"/.exec((await owner.open("/admin/account")).text)?.[1] ?? "";
  for (const post of posts()) {
    const answer = await world.call("POST", pathOf(post), {
      body: "{}",
      headers: { cookie: owner.cookie() ?? "", "x-csrf-token": token, "content-type": "text/plain" },
      nonce: null,
      idempotencyKey: null,
    });
    expect([post.id, answer.status]).toEqual([post.id, 415]);
  }
});
