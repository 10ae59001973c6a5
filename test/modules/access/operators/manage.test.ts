import { afterEach, beforeEach, expect, test } from "bun:test";
import { makeOperator, signedIn, type Visitor, visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
let owner: Visitor;

beforeEach(async () => {
  world = await createWorld();
  owner = await signedIn(world, "boss", "owner");
});

afterEach(() => world.close());

const roleOf = (name: string) =>
  world.services.live.read.get<{ role: string; status: string }>(
    "SELECT role, status FROM operators WHERE name = ?",
    name,
  );

test("the list keeps its filter with the order, and is a CSV of the same operators", async () => {
  for (const [name, role] of [
    ["ada", "viewer"],
    ["zoe", "viewer"],
    ["bea", "operator"],
  ] as const)
    await owner.submit("/admin/operators", { name, role });
  const list = (await owner.open("/admin/operators?role=viewer&sort=-name")).text;
  expect(list.indexOf("/admin/operators/zoe")).toBeLessThan(list.indexOf("/admin/operators/ada"));
  expect(list).toContain('href="/admin/operators?role=viewer&amp;sort=name"');
  const csv = await owner.open(
    "/admin/operators?role=viewer&sort=-name&columns=name,role,passkeys&format=csv",
  );
  expect(csv.text).toBe("name,role,passkeys\r\nzoe,viewer,0\r\nada,viewer,0\r\n");
});

test("the form stands on a page of its own, which keeps what it refuses", async () => {
  const list = (await owner.open("/admin/operators")).text;
  expect([list.includes('href="/admin/new-operator"'), list.includes('name="name"')]).toEqual([true, false]);
  expect((await owner.open("/admin/new-operator")).text).toContain('name="name"');
  const refused = await owner.submit("/admin/operators", { name: "a b", role: "viewer" });
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringMatching(/name="name"[^>]* value="a b"/),
  ]);
});

test("an owner makes an operator, whose link is shown once; a token only if asked for", async () => {
  const made = await owner.submit("/admin/operators", { name: "zoe", role: "viewer" });
  expect(made.status).toBe(200);
  expect(made.text).not.toContain("op_");
  const link = /<code>(http\S+)<\/code>/.exec(made.text)?.[1] ?? "";
  await owner.open("/admin/operators/zoe");
  const wish = { name: "nightly export", role: "viewer", days: "30" };
  const shown = await owner.submit("/admin/operators/zoe/tokens", wish);
  const token = /<code>(op_\w+)<\/code>/.exec(shown.text)?.[1] ?? "";
  const headers = { authorization: `Bearer ${token}` };
  expect((await world.call("GET", "/admin/account", { headers })).status).toBe(200);
  expect((await visitor(world).open(new URL(link).pathname)).status).toBe(200);
  const list = await owner.open("/admin/operators");
  expect([list.text.includes("zoe"), list.text.includes(token)]).toEqual([true, false]);
  const again = await owner.submit("/admin/operators", { name: "zoe", role: "owner" });
  expect(again.status).toBe(400);
  expect(again.text).toContain("Correct name: it must be new: there is already an operator zoe.");
  expect(roleOf("zoe")?.role).toBe("viewer");
  const malformed = await owner.submit("/admin/operators", { name: "a b", role: "viewer" });
  expect(malformed.status).toBe(400);
  expect(malformed.text).toContain(
    "Correct name: it must be 1 to 40 of A-Z a-z 0-9 . _ -, starting with a letter",
  );
});

test("a bearer token manages nobody, an owner's neither", async () => {
  const { token } = await makeOperator(world, "robot", "owner");
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/x-www-form-urlencoded" };
  for (const [path, body] of [
    ["/admin/operators", "name=x&role=owner"],
    ["/admin/operators/boss/reset", ""],
    ["/admin/operators/boss/disable", ""],
    ["/admin/operators/boss/role", "role=viewer"],
  ] as const) {
    const answer = await world.call("POST", path, { body, headers, nonce: null, idempotencyKey: null });
    expect([path, answer.status]).toEqual([path, 403]);
  }
  expect(roleOf("boss")).toEqual({ role: "owner", status: "active" });
});

test("the last owner can neither be disabled nor lose the role; with a second one they can", async () => {
  for (const [verb, fields] of [
    ["disable", {}],
    ["role", { role: "viewer" }],
  ] as const) {
    expect((await owner.submit(`/admin/operators/boss/${verb}`, fields)).status).toBe(409);
  }
  await makeOperator(world, "second", "owner");
  expect((await owner.submit("/admin/operators/boss/role", { role: "viewer" })).status).toBe(303);
  expect(roleOf("boss")?.role).toBe("viewer");
});

test("before an operator is disabled or reset, a page states what ends", async () => {
  const second = await signedIn(world, "second", "operator");
  const at = "/admin/operators/second";
  const { text } = await owner.open(at);
  for (const verb of ["disable", "reset"]) {
    expect(text).toContain(`href="${at}/${verb}"`);
    const page = (await owner.open(`${at}/${verb}`)).text;
    expect(page).toMatch(/Sessions that end<\/dt><dd>1</);
    expect(page).toMatch(/Token that ends<\/dt><dd>expires /);
  }
  expect((await second.open("/admin")).status).toBe(200);
  expect((await owner.open("/admin/operators/boss/disable")).text).toContain("boss is the last owner.");
  await owner.open(`${at}/disable`);
  expect((await owner.submit(`${at}/disable`)).status).toBe(303);
  expect((await second.open("/admin")).status).toBe(403);
  expect((await owner.open(`${at}/disable`)).text).toContain("second is disabled.");
});

test("404 for an operator that is none", async () => {
  for (const path of ["", "/disable", "/reset"])
    expect((await owner.open(`/admin/operators/nobody${path}`)).status).toBe(404);
  await owner.open("/admin/operators");
  for (const verb of ["reset", "disable", "role"]) {
    const answer = await owner.submit(
      `/admin/operators/nobody/${verb}`,
      verb === "role" ? { role: "viewer" } : {},
    );
    expect([verb, answer.status]).toEqual([verb, 404]);
  }
});

test("each step is in the audit trail, under the operator's name", async () => {
  await owner.submit("/admin/operators", { name: "zoe", role: "viewer" });
  await owner.submit("/admin/operators/zoe/role", { role: "operator" });
  await owner.submit("/admin/operators/zoe/disable");
  const trail = world.services.live.read.all<{ actor: string; action: string }>(
    "SELECT actor, action FROM audit_entries WHERE subject = 'zoe' ORDER BY id",
  );
  expect(trail).toEqual([
    { actor: "boss", action: "operator.create" },
    { actor: "boss", action: "operator.role" },
    { actor: "boss", action: "operator.disable" },
  ]);
});
