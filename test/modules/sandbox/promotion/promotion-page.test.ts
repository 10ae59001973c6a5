import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { signedIn, type Visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { readDifferently, SANDBOX } from "../twins/script.ts";

/** Machines have other work too. */
setDefaultTimeout(30_000);

let world: World;
let owner: Visitor;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld();
  owner = await signedIn(world, "boss", "owner");
  key = await world.createKey("acme", "sandbox", { scopes: ["read", "ledger"], allowedIps: ["127.0.0.1"] });
});
afterEach(() => world.close());

const at = (what: string) => `/admin/keys/${key.key_id}/${what}`;
const keyIn = (text: string) => /<code>(pk_\w+)<\/code>/.exec(text)?.[1] ?? "";
const liveKeys = () => world.services.live.read.all("SELECT key_id FROM partner_keys");
const secretIn = (text: string) => /<code>(sk_\w+)<\/code>/.exec(text)?.[1] ?? "";

test("a sandbox key's page leads to its report, which says what was shown and how to show the rest", async () => {
  key = await world.createKey("acme", "sandbox");
  await world.call("GET", `${SANDBOX}/salutes/balance?user_id=1`, { key });
  await world.services.evidence.flush();
  expect((await owner.open(`/admin/keys/${key.key_id}`)).text).toContain(at("promotion"));
  const { status, text } = await owner.open(at("promotion"));
  expect(status).toBe(200);
  expect(text).toContain("not ready");
  expect(text).toContain("1 of 9");
  expect(text).toContain(`Seen once, last by GET ${SANDBOX}/salutes/balance`);
  expect(text).toContain(`Send POST ${SANDBOX}/salutes/credit`);
  const live = await world.createKey("acme");
  expect((await owner.open(`/admin/keys/${live.key_id}`)).text).not.toContain(`${live.key_id}/promotion`);
});

test("an owner promotes it beside the report, ready or not: the live key has its scopes and addresses, and works", async () => {
  const page = (await owner.open(at("promotion"))).text;
  expect(page).toContain("The report is not ready: 0 of 2 checks are passed.");
  const { status, text } = await owner.submit(at("promote"), { confirm: "acme" });
  expect(status).toBe(200);
  const live = { key_id: keyIn(text), secret: secretIn(text) };
  expect(live.key_id).toStartWith("pk_live_");
  expect((await world.call("GET", "/api/salutes/ledger", { key: live })).status).toBe(200);
  const create = await world.call("POST", "/api/partner/users", { key: live, body: { external_id: "a" } });
  expect(create.json.message).toContain("users");
  const entry = world.services.live.read.get<{ actor: string; subject: string }>(
    "SELECT actor, subject FROM audit_entries WHERE action = 'key.promote'",
  );
  expect(entry).toEqual({ actor: "boss", subject: live.key_id });
});

test("without a ready report the partner's name confirms, or no key is made", async () => {
  await owner.open(at("promotion"));
  for (const confirm of ["", "other"]) {
    const { status, text } = await owner.submit(at("promote"), { confirm });
    expect([status, text]).toEqual([400, expect.stringContaining("to confirm the promotion")]);
  }
  expect(liveKeys()).toEqual([]);
});

test("a ready key is promoted at once; a second time the page says that live keys exist, and asks", async () => {
  await readDifferently(world, key);
  await world.services.evidence.flush();
  const page = (await owner.open(at("promotion"))).text;
  expect(page).not.toContain('name="confirm"');
  const first = await owner.submit(at("promote"));
  expect(first.status).toBe(200);
  const again = (await owner.open(at("promotion"))).text;
  expect(again).toContain(`Live keys exist for acme: ${keyIn(first.text)} of 2026-11-21T10:00:00.000Z.`);
  expect((await owner.submit(at("promote"))).status).toBe(400);
  expect(liveKeys()).toHaveLength(1);
  expect((await owner.submit(at("promote"), { confirm: "acme" })).status).toBe(200);
  expect(liveKeys()).toHaveLength(2);
});

test("others see the report and no button, and may not promote", async () => {
  const viewer = await signedIn(world, "zoe", "viewer");
  const page = await viewer.open(at("promotion"));
  expect([page.status, page.text.includes(at("promote"))]).toEqual([200, false]);
  await viewer.open("/admin/account");
  expect((await viewer.submit(at("promote"), { confirm: "acme" })).status).toBe(403);
});

test("404 for what is no sandbox key, 409 for one that is disabled; no key is made", async () => {
  const live = await world.createKey("acme");
  for (const id of [live.key_id, "pk_sandbox_none"]) {
    expect((await owner.open(`/admin/keys/${id}/promotion`)).status).toBe(404);
    await owner.open(at("promotion"));
    expect((await owner.submit(`/admin/keys/${id}/promote`)).status).toBe(404);
  }
  await owner.open(`/admin/keys/${key.key_id}`);
  await owner.submit(at("disable"));
  await owner.open(at("promotion"));
  expect((await owner.submit(at("promote"))).status).toBe(409);
  expect(liveKeys()).toHaveLength(1);
});

describe("the sandbox state of a key's partner", () => {
  const users = async (by: IssuedKey) =>
    (await world.call("GET", `${SANDBOX}/users`, { key: by })).json.users.length;
  const useSandboxAs = async (partner: string) => {
    const its = await world.createKey(partner, "sandbox");
    await world.call("POST", `${SANDBOX}/users`, { key: its, body: { external_id: "kim" } });
    return its;
  };
  const audit = () =>
    world.services.live.read.all<{ actor: string; subject: string; details: string }>(
      "SELECT actor, subject, details FROM audit_entries WHERE action = 'sandbox.reset'",
    );

  test("is reset by an operator who enters the partner's name: theirs alone, and the trail says who", async () => {
    const [acme, other] = [await useSandboxAs("acme"), await useSandboxAs("other")];
    const operator = await signedIn(world, "ops", "operator");
    expect((await operator.open(at("promotion"))).text).toContain(at("reset-sandbox"));
    const { status, headers } = await operator.submit(at("reset-sandbox"), { partner: "acme" });
    expect([status, headers.get("location")]).toEqual([303, `${at("promotion")}#sandbox`]);
    expect([await users(acme), await users(other)]).toEqual([3, 4]);
    expect(audit()).toEqual([
      { actor: "ops", subject: "acme", details: JSON.stringify({ key_id: key.key_id }) },
    ]);
  });

  test("stays as it is without the name, without the form's token, for viewers, and for keys that are none", async () => {
    const acme = await useSandboxAs("acme");
    await owner.open(at("promotion"));
    expect((await owner.submit(at("reset-sandbox"), { partner: "other" })).status).toBe(400);
    expect((await owner.submit(at("reset-sandbox"))).status).toBe(400);
    const forged = { partner: "acme", csrf_token: "forged" };
    expect((await owner.submit(at("reset-sandbox"), forged)).status).toBe(403);
    expect(
      (await owner.submit("/admin/keys/pk_sandbox_none/reset-sandbox", { partner: "acme" })).status,
    ).toBe(404);
    const viewer = await signedIn(world, "zoe", "viewer");
    expect((await viewer.open(at("promotion"))).text).not.toContain(at("reset-sandbox"));
    await viewer.open("/admin/account");
    expect((await viewer.submit(at("reset-sandbox"), { partner: "acme" })).status).toBe(403);
    expect(await users(acme)).toBe(4);
    expect(audit()).toEqual([]);
  });

  test("is not made by a reset where nobody has used the sandbox", async () => {
    const page = await owner.open(at("promotion"));
    expect(page.text).toContain("nothing to reset");
    expect(page.text).not.toContain(at("reset-sandbox"));
    expect((await owner.submit(at("reset-sandbox"), { partner: "acme" })).status).toBe(409);
    expect(world.services.sandboxFiles.ids()).toEqual([]);
  });
});
