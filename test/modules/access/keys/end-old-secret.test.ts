import { afterEach, beforeEach, expect, test } from "bun:test";
import { DAY_MS } from "../../../../src/kit/clock.ts";
import { type IssuedKey, rotateKey } from "../../../../src/modules/access/keys/index.ts";
import { makeOperator, signedIn } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
let token: string;

beforeEach(async () => {
  world = await createWorld();
  token = (await makeOperator(world, "boss", "owner")).token;
});

afterEach(() => world.close());

const end = (keyId: string, bearer = token, keyed: Record<string, string> = {}) =>
  world.call("POST", `/admin/ops/keys/${keyId}/end-old-secret`, {
    nonce: null,
    headers: { authorization: `Bearer ${bearer}`, ...keyed },
  });
const fileOf = ({ mode }: IssuedKey) => (mode === "live" ? world.services.live : world.services.sandbox);
const rotate = (key: IssuedKey) =>
  fileOf(key).writer.run((tx) =>
    rotateKey(tx, { kind: "command", name: "test" }, { keyring: world.services.keyring, keyId: key.key_id }),
  );
const statusOf = async (key: IssuedKey) => {
  const path = key.mode === "live" ? "/api/salutes/ledger" : "/api/partner/sandbox/salutes/ledger";
  return (await world.call("GET", path, { key })).status;
};
const audited = (key: IssuedKey) =>
  fileOf(key).read.all<{ actor: string; subject: string }>(
    "SELECT actor, subject FROM audit_entries WHERE action = 'key.end_old_secret'",
  );

test.each(["live", "sandbox"] as const)(
  "the old secret of a %s key ends at once, the new one stays, and the trail says who did it",
  async (mode) => {
    const old = await world.createKey("acme", mode);
    const current = await rotate(old);
    expect([await statusOf(old), await statusOf(current)]).toEqual([200, 200]);
    const { status, json } = await end(old.key_id);
    expect([status, json.key_id]).toEqual([200, old.key_id]);
    expect(Date.parse(json.was_valid_until) - Date.parse(json.ended_at)).toBeGreaterThan(0);
    expect([await statusOf(old), await statusOf(current)]).toEqual([401, 200]);
    expect(audited(old)).toEqual([{ actor: "boss", subject: old.key_id }]);
  },
);

test("409 state_conflict without an old secret, once it has ended, and once it has expired", async () => {
  const key = await world.createKey("acme");
  const conflict = async () => {
    const { status, json } = await end(key.key_id);
    expect([status, json.error]).toEqual([409, "state_conflict"]);
  };
  await conflict();
  await rotate(key);
  expect((await end(key.key_id)).status).toBe(200);
  await conflict();
  await rotate(key);
  world.clock.advance(DAY_MS);
  await conflict();
  expect(audited(key)).toHaveLength(1);
});

test.each(["live", "sandbox"] as const)(
  "the same Idempotency-Key answers for a %s key as before, for another key it is a conflict",
  async (mode) => {
    const [key, other] = [await world.createKey("acme", mode), await world.createKey("other")];
    await rotate(key);
    await rotate(other);
    const keyed = { "idempotency-key": "leak" };
    const twins = await Promise.all([end(key.key_id, token, keyed), end(key.key_id, token, keyed)]);
    await rotate(key);
    const answers = [...twins, await end(key.key_id, token, keyed)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.filter(({ headers }) => headers.get("idempotency-replayed") === "true")).toHaveLength(2);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const conflict = await end(other.key_id, token, keyed);
    expect([conflict.status, conflict.json.error]).toEqual([409, "idempotency_conflict"]);
    expect([audited(key).length, await statusOf(other)]).toEqual([1, 200]);
  },
);

test("404 for an unknown key, 403 for an operator who is not an owner, 503 in safe mode", async () => {
  const key = await world.createKey("acme");
  await rotate(key);
  expect((await end("pk_live_0000000000000000")).status).toBe(404);
  const operator = await makeOperator(world, "ops", "operator");
  expect((await end(key.key_id, operator.token)).status).toBe(403);
  const owner = await signedIn(world, "second", "owner");
  await owner.open("/admin/safe-mode");
  await owner.submit("/admin/safe-mode", { state: "on", reason: "test" });
  expect((await end(key.key_id)).status).toBe(503);
  expect(audited(key)).toEqual([]);
});

test("the key's page leads to a confirmation that states the effect, only while there is an old secret", async () => {
  const key = await world.createKey("acme");
  const owner = await signedIn(world, "second", "owner");
  const at = `/admin/keys/${key.key_id}`;
  expect((await owner.open(at)).text).not.toContain("end-old-secret");
  expect((await owner.open(`${at}/end-old-secret`)).text).toContain("This key has no old secret.");
  await rotate(key);
  expect((await owner.open(at)).text).toContain(`href="${at}/end-old-secret"`);
  const page = await owner.open(`${at}/end-old-secret`);
  expect(page.text).toContain("signed with the old secret gets 401");
  expect(page.text).toContain("0 requests in 30 days used this key.");
  const untyped = await owner.submit(`${at}/end-old-secret`, { confirm: "other" });
  expect([untyped.status, untyped.text.includes("It must be acme")]).toEqual([400, true]);
  expect(await statusOf(key)).toBe(200);
  expect((await owner.submit(`${at}/end-old-secret`, { confirm: "acme" })).status).toBe(303);
  expect(await statusOf(key)).toBe(401);
  const after = (await owner.open(at)).text;
  expect(after).toContain("The old secret has ended.");
  expect(after).not.toContain(`href="${at}/end-old-secret"`);
  await rotate(key);
  await owner.open(`${at}/end-old-secret`);
  await end(key.key_id);
  expect((await owner.submit(`${at}/end-old-secret`, { confirm: "acme" })).status).toBe(409);
  const unknown = "/admin/keys/pk_live_0000000000000000/end-old-secret";
  expect((await owner.submit(unknown, { confirm: "acme" })).status).toBe(404);
});
