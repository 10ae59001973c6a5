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
/** Those of partners' own pages need another session; test/modules/portal has them. */
const forms = () => operations.filter(({ access, form }) => form !== null && access.kind !== "member");
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

describe("an operators' post of JSON also takes a form with the session's token", () => {
  const send = (path: string, fields: [string, string][], headers: Record<string, string> = {}) =>
    world.call("POST", path, {
      body: new URLSearchParams(fields).toString(),
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        cookie: owner.cookie() ?? "",
        ...headers,
      },
      nonce: null,
      idempotencyKey: null,
    });
  const token = async () =>
    /name="csrf_token" value="([^"]*)"/.exec((await owner.open("/admin/account")).text)?.[1] ?? "";
  const INCIDENT = "/admin/ops/incidents";
  const FIELDS: [string, string][] = [
    ["title", "Deliveries wait"],
    ["severity", "bad"],
    ["checks", "webhooks"],
    ["checks", "rpc"],
    ["public", "true"],
    ["message", "We look for the cause."],
  ];

  test("members are read by their shapes", async () => {
    const { status, json } = await send(INCIDENT, [...FIELDS, ["csrf_token", await token()]]);
    expect(status).toBe(200);
    expect(json.incident).toMatchObject({
      title: "Deliveries wait",
      checks: ["webhooks", "rpc"],
      public: true,
    });
  });

  test("no token, another session's token and another site's page are 403, and change nothing", async () => {
    const incidents = () =>
      world.call("GET", INCIDENT, { headers: { cookie: owner.cookie() ?? "", accept: "application/json" } });
    const before = (await incidents()).json;
    const given = await token();
    expect((await send(INCIDENT, FIELDS)).status).toBe(403);
    expect((await send(INCIDENT, [...FIELDS, ["csrf_token", "0".repeat(64)]])).status).toBe(403);
    const site = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect((await send(INCIDENT, [...FIELDS, ["csrf_token", given]], site)).status).toBe(403);
    expect((await incidents()).json).toEqual(before);
  });

  test("without the token a form with faults is 403 too, and nothing is said of the faults", async () => {
    const site = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    const given = await token();
    for (const answer of [
      await send(INCIDENT, [["severity", "worst"]]),
      await send(INCIDENT, [
        ["severity", "worst"],
        ["csrf_token", "0".repeat(64)],
      ]),
      await send(INCIDENT, [
        ["severity", "worst"],
        ["csrf_token", "x".repeat(100)],
      ]),
      await send(
        INCIDENT,
        [
          ["severity", "worst"],
          ["csrf_token", given],
        ],
        site,
      ),
    ]) {
      expect([answer.status, answer.json.error]).toEqual([403, "forbidden"]);
      expect(answer.text).not.toContain("severity");
    }
    expect(
      (
        await send(INCIDENT, [
          ["severity", "worst"],
          ["csrf_token", given],
        ])
      ).status,
    ).toBe(400);
  });

  test("the token is admitted everywhere", async () => {
    const given = await token();
    for (const post of posts()) {
      const answer = await send(pathOf(post), [["csrf_token", given]]);
      expect([post.id, [403, 415, 500].includes(answer.status)]).toEqual([post.id, false]);
    }
  });
});
