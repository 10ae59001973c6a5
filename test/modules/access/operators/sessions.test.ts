import { afterEach, beforeEach, expect, test } from "bun:test";
import { describeBrowser } from "../../../../src/modules/access/operators/sessions/browser.ts";
import {
  makeOperator,
  PASSWORD,
  readCsrfToken,
  signedIn,
  type Visitor,
  visitor,
} from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
let owner: Visitor;

beforeEach(async () => {
  world = await createWorld();
  owner = await signedIn(world, "boss", "owner");
});

afterEach(() => world.close());

const trail = (action: string) =>
  world.services.live.read.all<{ actor: string; subject: string }>(
    "SELECT actor, subject FROM audit_entries WHERE action = ?",
    action,
  );
const tables = ["passkeys", "operator_tokens", "operator_links", "operator_sessions", "operator_addresses"];
const rowsOf = (id: number) =>
  tables.map(
    (table) =>
      world.services.live.read.one<{ n: number }>(
        `SELECT COUNT(*) AS n FROM ${table} WHERE ${table === "passkeys" ? "subject_id" : "operator_id"} = ?`,
        id,
      ).n,
  );

test("one's own sessions end one by one, and nobody else's", async () => {
  const other = visitor(world);
  await other.submit("/admin/sign-in", { name: "boss", password: PASSWORD });
  const viewer = await signedIn(world, "eve", "viewer");
  await viewer.open("/admin/account");
  expect((await viewer.submit("/admin/account/sessions/2/end")).status).toBe(404);
  expect((await other.open("/admin/account")).status).toBe(200);
  const page = (await owner.open("/admin/account")).text;
  expect(page).toContain("this session");
  expect(page).toContain('action="/admin/account/sessions/2/end"');
  expect((await owner.submit("/admin/account/sessions/2/end")).status).toBe(303);
  expect((await other.open("/admin/account")).status).toBe(403);
  for (const id of ["2", "x"])
    expect((await owner.submit(`/admin/account/sessions/${id}/end`)).status).toBe(id === "x" ? 400 : 404);
  expect(trail("operator.session_end")).toEqual([{ actor: "boss", subject: "boss" }]);
});

test("programs list the sessions of their operator and end one; those of others end only in an owner's session", async () => {
  const eve = await signedIn(world, "eve", "viewer");
  const { token } = await makeOperator(world, "robot", "owner");
  const asRobot = { authorization: `Bearer ${token}` };
  const headers = { cookie: owner.cookie() ?? "", "x-csrf-token": await readCsrfToken(owner) };
  const call = (method: string, path: string, own: Record<string, string> = headers) =>
    world.call(method, `/admin/ops/sessions${path}`, {
      headers: own,
      ...(method === "GET" ? {} : { body: {}, nonce: null, idempotencyKey: null }),
    });
  expect((await call("GET", "", asRobot)).json).toMatchObject({ operator: "robot", sessions: [] });
  const own = await call("GET", "", { cookie: eve.cookie() ?? "" });
  expect(own.json).toMatchObject({
    operator: "eve",
    sessions: [{ session_id: 2, method: "link", last_used_at: null, current: true }],
  });
  expect((await call("GET", "?operator=boss", { cookie: eve.cookie() ?? "" })).status).toBe(403);
  expect((await call("GET", "?operator=nobody")).status).toBe(404);
  expect((await call("DELETE", "/2")).status).toBe(404);
  expect((await call("DELETE", "/2?operator=eve", asRobot)).json.message).toContain("bearer token");
  expect((await eve.open("/admin")).status).toBe(200);
  expect((await call("DELETE", "/2?operator=eve")).json).toMatchObject({ session_id: 2, ended: true });
  expect((await eve.open("/admin")).status).toBe(403);
  expect((await call("DELETE", "/2?operator=eve")).status).toBe(404);
  expect(trail("operator.session_end")).toEqual([{ actor: "boss", subject: "eve" }]);
  await signedIn(world, "sam", "viewer");
  const once = { ...headers, "idempotency-key": "once" };
  expect((await call("DELETE", "/3?operator=sam", once)).status).toBe(200);
  expect((await call("DELETE", "/2?operator=eve", once)).json.error).toBe("idempotency_conflict");
});

test("owners list and end the sessions of everyone, with their last use; others may not", async () => {
  const viewer = await signedIn(world, "eve", "viewer");
  await viewer.open("/admin");
  await world.services.operatorUse.flush();
  expect((await viewer.open("/admin/sessions")).status).toBe(403);
  await viewer.open("/admin/account");
  expect((await viewer.submit("/admin/sessions/1/end")).status).toBe(403);
  const page = (await owner.open("/admin/sessions")).text;
  expect([page.includes(">eve<"), page.includes(">boss<")]).toEqual([true, true]);
  const ofEve = (await owner.open("/admin/sessions?operator=eve")).text;
  expect([ofEve.includes(">eve<"), ofEve.includes(">boss</span>")]).toEqual([true, false]);
  expect((await owner.submit("/admin/sessions/2/end")).status).toBe(303);
  expect((await viewer.open("/admin")).status).toBe(403);
  expect((await owner.submit("/admin/sessions/2/end")).status).toBe(404);
  expect(trail("operator.session_end")).toEqual([{ actor: "boss", subject: "eve" }]);
  const { last_used_at: used } = world.services.live.read.one<{ last_used_at: number }>(
    "SELECT last_used_at FROM operator_sessions WHERE id = 1",
  );
  expect(used).toBe(world.clock.now());
});

test("a deleted operator is refused at once, leaves no row, and keeps the name in the trail", async () => {
  const eve = await signedIn(world, "eve", "operator");
  const { token } = await makeOperator(world, "robot", "viewer");
  const asRobot = () =>
    world.call("GET", "/admin/account", { headers: { authorization: `Bearer ${token}` } });
  expect((await asRobot()).status).toBe(200);
  const at = "/admin/operators/eve/delete";
  expect((await owner.open("/admin/operators/eve")).text).toContain(`href="${at}"`);
  expect((await owner.open(at)).text).toMatch(/Sessions that end<\/dt><dd>1</);
  expect((await owner.submit(at, { confirm: "robot" })).status).toBe(400);
  expect((await eve.open("/admin")).status).toBe(200);
  await owner.open(at);
  expect((await owner.submit(at, { confirm: "eve" })).status).toBe(303);
  expect((await eve.open("/admin")).status).toBe(403);
  expect((await visitor(world).submit("/admin/sign-in", { name: "eve", password: PASSWORD })).status).toBe(
    403,
  );
  await owner.open("/admin/operators/robot/delete");
  await owner.submit("/admin/operators/robot/delete", { confirm: "robot" });
  expect((await asRobot()).status).toBe(403);
  expect([...rowsOf(2), ...rowsOf(3)].every((count) => count === 0)).toBe(true);
  expect(trail("operator.delete")).toEqual([
    { actor: "boss", subject: "eve" },
    { actor: "boss", subject: "robot" },
  ]);
  expect(trail("operator.sign_in").some(({ actor }) => actor === "eve")).toBe(true);
  await owner.open("/admin/operators");
  const again = await owner.submit("/admin/operators", { name: "eve", role: "viewer" });
  expect([again.status, again.text.includes("eve was deleted")]).toEqual([400, true]);
});

test.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Windows"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15",
    "Safari on macOS",
  ],
  [
    "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36 EdgA/140.0",
    "Edge on Android",
  ],
  ["curl/8.5.0", "curl/8.5.0"],
  ["", "unknown"],
])("the browser %p is %p", (userAgent, name) => {
  expect(describeBrowser(userAgent)).toBe(name);
});

test("the last owner cannot be deleted; 404 for an operator that is none", async () => {
  expect((await owner.open("/admin/operators/boss/delete")).text).toContain("boss is the last owner.");
  const typed = { confirm: "boss" };
  expect((await owner.submit("/admin/operators/boss/delete", typed)).status).toBe(409);
  expect((await owner.open("/admin/operators/nobody/delete")).status).toBe(404);
  await owner.open("/admin/operators");
  const nobody = await owner.submit("/admin/operators/nobody/delete", { confirm: "nobody" });
  expect(nobody.status).toBe(404);
});
