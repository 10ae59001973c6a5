import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Tx } from "../../../src/db/sql.ts";
import {
  endOldSecret,
  findKeyRow,
  type IssuedKey,
  rotateKey,
  setKeyStatus,
} from "../../../src/modules/access/keys/index.ts";
import {
  createToken,
  deleteOperator,
  disableOperator,
  requireOperator,
  resetOperator,
} from "../../../src/modules/access/operators/index.ts";
import { setRole } from "../../../src/modules/access/operators/manage-operators.ts";
import { operatorsVisitor, portalLink, portalVisitor } from "../../harness/app/portal.ts";
import { makeOperator, signedIn, visitor } from "../../harness/app/visitor.ts";
import { createWorld, type World } from "../../harness/app/world.ts";

/** Links and sessions of partners' own pages end with the key or the operator who made them, and give no more than that one. */

let world: World;
let key: IssuedKey;
const COMMAND = { kind: "command", name: "test" } as const;

beforeEach(async () => {
  world = await createWorld({});
  key = await world.createKey("acme");
});
afterEach(() => world.close());

const run = <Value>(work: (tx: Tx) => Value) => world.services.live.writer.run(work);

/** The path of an operator's link. */
async function operatorsLink(token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const body = { partner: "acme", access: "manage", expires_in: 604_800 };
  const { json } = await world.call("POST", "/admin/ops/portal-links", { headers, body });
  return new URL(json.url).pathname;
}

async function opened(path: string) {
  const browser = visitor(world);
  await browser.submit(path);
  await browser.open("/partners");
  return browser;
}

describe("a session of an operator's link", () => {
  test("gives keys no new secret, creates none and changes no members, unless its maker is an owner", async () => {
    const rotate = `/partners/keys/${key.key_id}/rotate`;
    const browser = await operatorsVisitor(world, "acme", "operator");
    const page = await browser.open(`/partners/keys/${key.key_id}`);
    expect([page.status, page.text.includes("Rotate")]).toEqual([200, false]);
    expect((await browser.open("/partners/members")).text).not.toContain('id="invite"');
    for (const path of [rotate, "/partners/keys/new", "/partners/members/1"])
      expect([path, (await browser.open(path)).status]).toEqual([path, 403]);
    await browser.open("/partners");
    const ada = { name: "Ada", email: "ada@acme.example", access: "manage" };
    for (const [path, fields] of [
      [rotate, {}],
      ["/partners/keys", { mode: "live", scopes: "users" }],
      ["/partners/members", ada],
    ] as const) {
      const refused = await browser.submit(path, fields);
      expect([path, refused.status, refused.text.includes("sk_live_")]).toEqual([path, 403, false]);
    }
    expect((await browser.submit("/partners/sandbox/reset", { state: "empty" })).status).toBe(303);
    const owners = await operatorsVisitor(world, "acme", "owner");
    expect((await owners.submit(rotate)).text).toContain("sk_live_");
    expect((await owners.submit("/partners/members", ada)).status).toBe(200);
    const entry = world.services.live.read.one<{ actor: string; details: string }>(
      "SELECT actor, details FROM audit_entries WHERE action = 'key.rotate'",
    );
    expect([entry.actor, JSON.parse(entry.details).operator]).toEqual(["portal:acme", "owner-for-acme"]);
    const trail = (await owners.open("/partners/audit")).text;
    expect([trail.includes("an operator"), trail.includes("owner-for-acme")]).toEqual([true, false]);
  });

  test("may do no more than the token with which an owner made the link", async () => {
    await makeOperator(world, "boss", "owner");
    const wish = { name: "bot", role: "operator", days: 1 } as const;
    const { token } = await run((tx) =>
      createToken(tx, COMMAND, { operator: requireOperator(tx, "boss"), wish }),
    );
    const browser = await opened(await operatorsLink(token));
    expect((await browser.open(`/partners/keys/${key.key_id}/rotate`)).status).toBe(403);
  });

  test.each([
    ["disabled", (tx: Tx) => disableOperator(tx, COMMAND, "ops")],
    ["reset", (tx: Tx) => resetOperator(tx, COMMAND, { baseUrl: "http://localhost", name: "ops" })],
    ["given another role", (tx: Tx) => setRole(tx, COMMAND, { name: "ops", role: "viewer" })],
    ["deleted", (tx: Tx) => deleteOperator(tx, COMMAND, "ops")],
  ] as const)("ends when its maker is %s, as do links that are not opened yet", async (_, end) => {
    const { token } = await makeOperator(world, "ops", "operator");
    const other = await operatorsVisitor(world, "acme");
    const browser = await opened(await operatorsLink(token));
    const left = await operatorsLink(token);
    expect([(await browser.open("/partners")).status, (await visitor(world).open(left)).status]).toEqual([
      200, 200,
    ]);
    await run((tx) => void end(tx));
    expect([(await browser.open("/partners")).status, (await visitor(world).open(left)).status]).toEqual([
      403, 404,
    ]);
    expect((await other.open("/partners")).status).toBe(200);
  });
});

describe("links and sessions that a key made", () => {
  const { keyId, rotate } = {
    keyId: () => key.key_id,
    rotate: () => run((tx) => rotateKey(tx, COMMAND, { keyring: world.services.keyring, keyId: keyId() })),
  };

  test.each([
    [
      "with its old secret",
      async () => {
        await rotate();
        await run((tx) => {
          const row = findKeyRow(tx, keyId());
          if (row !== null) endOldSecret(tx, COMMAND, row);
        });
      },
    ],
    [
      "with an old secret that the next rotation ends",
      async () => {
        await rotate();
        await rotate();
      },
    ],
    [
      "once it is disabled, even if it is enabled again",
      async () => {
        for (const status of ["disabled", "active"] as const)
          await run((tx) => setKeyStatus(tx, COMMAND, { keyId: keyId(), status }));
      },
    ],
  ])("end %s", async (_, end) => {
    const other = await portalVisitor(world, await world.createKey("acme"));
    const browser = await portalVisitor(world, key);
    const left = await portalLink(world, key, { access: "manage" });
    await end();
    expect([(await browser.open("/partners")).status, (await visitor(world).open(left)).status]).toEqual([
      403, 404,
    ]);
    expect((await other.open("/partners")).status).toBe(200);
  });

  test("outlast a rotation, and the desk says what ends them", async () => {
    const browser = await portalVisitor(world, key);
    await rotate();
    expect((await browser.open("/partners")).status).toBe(200);
    const boss = await signedIn(world, "boss", "owner");
    for (const action of ["rotate", "end-old-secret", "disable"])
      expect((await boss.open(`/admin/keys/${keyId()}/${action}`)).text).toContain(
        "Portal links that this key",
      );
  });
});

test("at the desk only owners invite members who manage", async () => {
  const path = "/admin/partners/acme/portal/members";
  const ada = { name: "Ada", email: "ada@acme.example" };
  const ops = await signedIn(world, "ops", "operator");
  const page = (await ops.open(path)).text;
  expect([page.includes('value="manage"'), page.includes("Only owners invite")]).toEqual([false, true]);
  expect((await ops.submit(path, { ...ada, access: "manage" })).status).toBe(403);
  expect((await ops.submit(path, { ...ada, access: "read" })).status).toBe(200);
  const boss = await signedIn(world, "boss", "owner");
  expect((await boss.open(path)).text).toContain('value="manage"');
  const bob = { name: "Bob", email: "bob@acme.example", access: "manage" };
  expect((await boss.submit(path, bob)).status).toBe(200);
});
