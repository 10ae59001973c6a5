import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { allOperations } from "../../src/compose/operations.ts";
import { OperatorAccess } from "../../src/http/access/operator.ts";
import type { Operation } from "../../src/http/operation.ts";
import { makeOperator, signedIn, type Visitor } from "../harness/app/visitor.ts";
import { createWorld, type World } from "../harness/app/world.ts";

/** Access control of all operators' operations, for any request. */
setDefaultTimeout(60_000);

let world: World;
let operations: Operation[];
const tokens = new Map<string, string>();
const visitors = new Map<string, Visitor>();
const ROLES = ["viewer", "operator", "owner"] as const;

beforeAll(async () => {
  const off = {
    RATE_LIMIT_ADMIN_PER_MIN: "0",
    RATE_LIMIT_PAGES_PER_MIN: "0",
    RATE_LIMIT_FAILED_AUTH_PER_MIN: "0",
  };
  world = await createWorld(off);
  for (const role of ROLES) {
    tokens.set(role, (await makeOperator(world, `bot-${role}`, role)).token);
    visitors.set(role, await signedIn(world, role, role));
  }
  operations = allOperations(world.services).filter(({ access }) => access instanceof OperatorAccess);
});

afterAll(() => world.close());

const pathOf = ({ path }: Operation) => path.replaceAll(/\{\w+\}/g, "1");
const accessOf = ({ access }: Operation) => access as OperatorAccess;
const isChange = ({ method }: Operation) => method !== "GET";
const below = (operation: Operation) => ROLES.slice(0, ROLES.indexOf(accessOf(operation).role));

async function send(operation: Operation, headers: Record<string, string>, body = "{}") {
  const type = operation.form === null ? "application/json" : "application/x-www-form-urlencoded";
  const sent = { ...headers, "content-type": type };
  const rest = isChange(operation) ? { body, headers: sent } : { headers };
  return world.call(operation.method, pathOf(operation), { ...rest, nonce: null, idempotencyKey: null });
}

describe("403, before the body is read", () => {
  test("without credentials, with an invalid token, and for roles below the required one", async () => {
    expect(operations.length).toBeGreaterThan(100);
    const wrong: string[] = [];
    for (const operation of operations) {
      const tries: [string, Record<string, string>][] = [
        ["nobody", {}],
        ["a false token", { authorization: "Bearer op_false" }],
        ...below(operation).map((role): [string, Record<string, string>] => [
          role,
          { authorization: `Bearer ${tokens.get(role)}` },
        ]),
      ];
      for (const [who, headers] of tries) {
        if (who === "nobody" && accessOf(operation).orAddresses) continue;
        const { status } = await send(operation, headers, "not even a body");
        if (status !== 403) wrong.push(`${operation.id} for ${who}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("for a session without its form token (a form without that field is 400), and for cross-site requests", async () => {
    const wrong: string[] = [];
    for (const operation of operations.filter(isChange)) {
      const cookie = visitors.get("owner")?.cookie() ?? "";
      const without = await send(operation, { cookie }, operation.form === null ? "{}" : "x=1");
      const foreign = await send(
        operation,
        {
          cookie,
          "x-csrf-token": "0".repeat(64),
          origin: "https://evil.example",
          "sec-fetch-site": "cross-site",
        },
        operation.form === null ? "{}" : `csrf_token=${"0".repeat(64)}`,
      );
      for (const [what, { status }] of [
        ["no token", without],
        ["another site", foreign],
      ] as const)
        if (status !== 403 && !(status === 400 && operation.form !== null && what === "no token"))
          wrong.push(`${operation.id}, ${what}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  test("viewers can change only their own account, tokens, sessions and saved views, and their mark on the overview", async () => {
    const open = operations.filter((each) => isChange(each) && accessOf(each).role === "viewer");
    expect(open.filter(({ path }) => !path.startsWith("/admin/account")).map(({ path }) => path)).toEqual([
      "/admin/ops/saved-views",
      "/admin/ops/saved-views/{id}",
      "/admin/views",
      "/admin/views/{id}/delete",
      "/admin/ops/tokens/{token_id}",
      "/admin/ops/sessions/{session_id}",
      "/admin/sign-out",
      "/admin/seen",
    ]);
  });
});

test("every operator's change as JSON keeps its first answer for its Idempotency-Key, except what changes nothing", () => {
  const forgetful = operations.filter(
    ({ form, mutation, path }) =>
      form === null && !mutation && /^\/(admin\/ops|api\/messenger\/admin)\//.test(path),
  );
  // An export changes nothing, and its answer with personal data is not to be kept.
  expect(forgetful.filter(isChange).map(({ id }) => id)).toEqual(["exportUser"]);
});

describe("no 500", () => {
  const VALUES: unknown[] = [
    null,
    true,
    -1,
    0,
    0.001,
    1e21,
    Number.MAX_SAFE_INTEGER,
    "",
    " ",
    "\u202e\u0000",
    "é".repeat(300),
    "-1",
    "1e400",
    [],
    {},
    [null],
    { a: 1 },
    "9999-12-31T23:59:59.999Z",
    "2026-02-30T00:00:00Z",
    "+275760-09-13T00:00:00.001Z",
  ];

  test("with any value in any field of an operator's change", async () => {
    const headers = { authorization: `Bearer ${tokens.get("owner")}` };
    const wrong: string[] = [];
    const changes = operations.filter((each) => isChange(each) && each.form === null && each.body !== null);
    for (const operation of changes) {
      const schema = operation.body as { properties?: Record<string, unknown> } | null;
      const names = Object.keys(schema?.properties ?? {});
      const example = (operation.example ?? {}) as Record<string, unknown>;
      for (const name of names)
        for (const value of VALUES) {
          const { status } = await send(operation, headers, JSON.stringify({ ...example, [name]: value }));
          if (status >= 500 && status !== 503)
            wrong.push(`${operation.id} ${name}=${JSON.stringify(value)}: ${status}`);
        }
    }
    expect(wrong).toEqual([]);
  });
});
