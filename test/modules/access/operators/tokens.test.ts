import { afterEach, beforeEach, expect, test } from "bun:test";
import { DAY_MS, MINUTE_MS } from "../../../../src/kit/clock.ts";
import {
  makeOperator,
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

const OWN = "/admin/account/tokens";
const WISH = { name: "nightly export", role: "viewer", days: "30" };
const tokenIn = (text: string) => /<code>(op_\w+)<\/code>/.exec(text)?.[1] ?? "";
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const opens = async (token: string, path = "/admin/jobs") =>
  (await world.call("GET", path, bearer(token))).status;
const trail = (action: string) =>
  world.services.live.read
    .all<{ actor: string; subject: string; details: string }>(
      "SELECT actor, subject, details FROM audit_entries WHERE action = ? ORDER BY id",
      action,
    )
    .map(({ details, ...rest }) => ({ ...rest, details: JSON.parse(details) }));

async function asSession(who: Visitor, method: string, path: string) {
  const headers = { cookie: who.cookie() ?? "", "x-csrf-token": await readCsrfToken(who) };
  return world.call(method, path, { headers, nonce: null, idempotencyKey: null });
}

test("a token has a name, a role and an expiry, is shown once, kept as a hash, and shows its last use", async () => {
  await owner.open("/admin/account");
  const made = await owner.submit(OWN, WISH);
  const token = tokenIn(made.text);
  expect([made.status, token.length > 40]).toEqual([200, true]);
  expect(JSON.stringify(world.services.live.read.all("SELECT * FROM operator_tokens"))).not.toContain(token);
  const listed = async () => (await world.call("GET", "/admin/ops/tokens", bearer(token))).json.tokens;
  expect(await listed()).toMatchObject([{ name: "nightly export", role: "viewer", last_used_at: null }, {}]);
  await world.services.operatorUse.flush();
  const used = new Date(world.clock.now()).toISOString();
  expect(await listed()).toMatchObject([{ last_used_at: used }, { name: "first", last_used_at: null }]);
  const page = (await owner.open("/admin/account")).text;
  expect([page.includes("nightly export"), page.includes(token)]).toEqual([true, false]);
  world.clock.advance(30 * DAY_MS - 1);
  expect(await opens(token)).toBe(200);
  world.clock.advance(1);
  expect(await opens(token)).toBe(403);
  expect(trail("operator.token_create").at(-1)).toEqual({
    actor: "boss",
    subject: "boss",
    details: { token_id: 2, token: "nightly export", role: "viewer", days: 30 },
  });
});

test("a token acts with its own role, and with a lower one if its operator loses theirs", async () => {
  await owner.open("/admin/account");
  const viewer = tokenIn((await owner.submit(OWN, WISH)).text);
  const switchOff = (token: string) =>
    world.call("POST", "/admin/ops/ledger/reversals", {
      ...bearer(token),
      body: { entry_ids: [1], reason: "x", on_shortfall: "refuse", dry_run: true },
      nonce: null,
      idempotencyKey: null,
    });
  expect((await switchOff(viewer)).status).toBe(403);
  await owner.open("/admin/account");
  const full = tokenIn((await owner.submit(OWN, { ...WISH, name: "full", role: "owner" })).text);
  expect((await switchOff(full)).status).not.toBe(403);
  await makeOperator(world, "second", "owner");
  await owner.open("/admin/operators/boss");
  expect((await owner.submit("/admin/operators/boss/role", { role: "viewer" })).status).toBe(303);
  expect((await switchOff(full)).status).toBe(403);
  expect(await opens(full)).toBe(200);
});

test.each([
  [{ role: "owner" }, "role"],
  [{ name: "first" }, "name"],
  [{ name: " " }, "name"],
  [{ days: "0" }, "days"],
  [{ days: "366" }, "days"],
])("400 for %p, naming the field", async (wrong, field) => {
  const who = await signedIn(world, "ops", "operator");
  await who.open("/admin/account");
  const refused = await who.submit(OWN, { ...WISH, ...wrong });
  expect(refused.status).toBe(400);
  expect(refused.text).toMatch(new RegExp(`name="${field}"[^>]*aria-invalid="true"`));
});

test("a token revokes itself by JSON", async () => {
  await owner.open("/admin/account");
  const token = tokenIn((await owner.submit(OWN, { ...WISH, name: "ci" })).text);
  const asToken = { ...bearer(token), nonce: null, idempotencyKey: null };
  const { tokens } = (await world.call("GET", "/admin/ops/tokens", asToken)).json;
  const id = tokens.find((each: { name: string }) => each.name === "ci").token_id;
  expect((await world.call("DELETE", `/admin/ops/tokens/${id}`, asToken)).json).toEqual({
    token_id: id,
    revoked: true,
    success: true,
  });
  expect(await opens(token)).toBe(403);
  expect(trail("operator.token_revoke")).toMatchObject([{ subject: "boss", details: { token: "ci" } }]);
});

test("only owners see and end the tokens of others, and nobody else's id is found among one's own", async () => {
  const { token } = await makeOperator(world, "robot", "operator");
  const viewer = await signedIn(world, "eve", "viewer");
  const list = "/admin/ops/tokens?operator=robot";
  expect((await asSession(viewer, "GET", list)).status).toBe(403);
  const [mine] = (await asSession(owner, "GET", list)).json.tokens;
  const path = `/admin/ops/tokens/${mine.token_id}`;
  expect((await asSession(viewer, "DELETE", path)).status).toBe(404);
  expect((await asSession(viewer, "DELETE", `${path}?operator=robot`)).status).toBe(403);
  expect((await asSession(owner, "GET", "/admin/ops/tokens?operator=nobody")).status).toBe(404);
  const asProgram = bearer((await makeOperator(world, "program", "owner")).token);
  const byProgram = await world.call("DELETE", `${path}?operator=robot`, { ...asProgram, nonce: null });
  expect([byProgram.status, byProgram.json.error]).toEqual([403, "forbidden"]);
  expect(await opens(token)).toBe(200);
  const once = {
    cookie: owner.cookie() ?? "",
    "x-csrf-token": await readCsrfToken(owner),
    "idempotency-key": "once",
  };
  const revoke = (query: string) =>
    world.call("DELETE", `${path}?operator=${query}`, { headers: once, nonce: null });
  expect((await revoke("robot")).status).toBe(200);
  expect((await revoke("boss")).json.error).toBe("idempotency_conflict");
  expect(await opens(token)).toBe(403);
});

test("a page states what ends before a token is revoked; 404 for a token that is none", async () => {
  const { token } = await makeOperator(world, "robot", "operator");
  const at = "/admin/operators/robot";
  expect((await owner.open(at)).text).toContain(`href="${at}/tokens/2/revoke"`);
  expect((await owner.open(`${at}/tokens/2/revoke`)).text).toContain("Programs with the token first");
  const done = await owner.submit(`${at}/tokens/2/revoke`);
  expect([done.status, await opens(token)]).toEqual([303, 403]);
  expect((await owner.open("/admin/account")).text).toContain(`href="${OWN}/1/revoke"`);
  expect((await owner.open(`${OWN}/1/revoke`)).status).toBe(200);
  expect((await owner.submit(`${OWN}/1/revoke`)).status).toBe(303);
  for (const path of [`${at}/tokens/2/revoke`, `${OWN}/1/revoke`, `${OWN}/x/revoke`]) {
    expect([path, (await owner.open(path)).status]).toEqual([path, 404]);
    await owner.open("/admin/account");
    expect([path, (await owner.submit(path)).status]).toEqual([path, 404]);
  }
  expect((await owner.submit("/admin/operators/nobody/tokens", WISH)).status).toBe(404);
});

test("403 for a sign-in longer ago than 15 minutes, 409 beyond 50 tokens", async () => {
  const { id } = world.services.live.read.one<{ id: number }>("SELECT id FROM operators WHERE name = 'boss'");
  await world.services.live.writer.run((tx) => {
    for (let made = 0; made < 50; made++)
      tx.run(
        `INSERT INTO operator_tokens (token_hash, operator_id, name, role, created_at, expires_at)
           VALUES (?, ?, ?, 'viewer', ?, ?)`,
        `hash ${made}`,
        id,
        `token ${made}`,
        tx.now,
        tx.now + DAY_MS,
      );
  });
  const statuses = async () => {
    const own = await owner.submit(OWN, WISH);
    const other = await owner.submit("/admin/operators/boss/tokens", WISH);
    return [own.status, other.status];
  };
  expect(await statuses()).toEqual([409, 409]);
  world.clock.advance(15 * MINUTE_MS);
  expect(await statuses()).toEqual([403, 403]);
  expect((await visitor(world).open("/admin/account")).status).toBe(403);
});
