import { afterEach, beforeEach, expect, test } from "bun:test";
import { type IssuedKey, rotateKey } from "../../../../src/modules/access/keys/index.ts";
import { signedIn, type Visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
let owner: Visitor;
let key: IssuedKey;
let at: string;

beforeEach(async () => {
  world = await createWorld();
  owner = await signedIn(world, "boss", "owner");
  key = await world.createKey("acme");
  at = `/admin/keys/${key.key_id}`;
});

afterEach(() => world.close());

const ask = async (times: number) => {
  for (let each = 0; each < times; each++) await world.call("GET", "/api/salutes/ledger", { key });
};

test("the key's page has no button that disables or rotates: links lead to the effect", async () => {
  const { text } = await owner.open(at);
  for (const verb of ["disable", "rotate"]) {
    expect(text).toContain(`href="${at}/${verb}"`);
    expect(text).not.toContain(`action="${at}/${verb}"`);
  }
});

test("before a key is disabled, its page states requests, the last one, and whether other keys are left", async () => {
  await ask(3);
  const alone = (await owner.open(`${at}/disable`)).text;
  expect(alone).toContain("3 requests in 30 days used this key.");
  expect(alone).toContain("no other active key of this mode");
  await world.services.usage.flush();
  await world.createKey("acme");
  const beside = (await owner.open(`${at}/disable`)).text;
  expect(beside).toContain("3 requests in 30 days used this key.");
  expect(beside).not.toContain("no other active key");
  expect((await world.call("GET", "/api/salutes/ledger", { key })).status).toBe(200);
  expect((await owner.submit(`${at}/disable`)).status).toBe(303);
  expect((await world.call("GET", "/api/salutes/ledger", { key })).status).toBe(403);
  expect((await owner.open(`${at}/disable`)).text).toContain("This key is disabled.");
});

test("before a rotation, the page says that a secret that is still valid ends", async () => {
  const page = async () => (await owner.open(`${at}/rotate`)).text;
  expect(await page()).not.toContain("ends now");
  await world.services.live.writer.run((tx) =>
    rotateKey(tx, { kind: "command", name: "test" }, { keyring: world.services.keyring, keyId: key.key_id }),
  );
  expect(await page()).toContain("The secret before it, which is still valid, ends now");
  const rotated = await owner.submit(`${at}/rotate`);
  expect([rotated.status, rotated.text.includes("shown only once")]).toEqual([200, true]);
});

test("the pages are the owner's: 403 for an operator, 404 for an unknown key", async () => {
  const operator = await signedIn(world, "ops", "operator");
  for (const verb of ["disable", "rotate", "end-old-secret"]) {
    expect([verb, (await operator.open(`${at}/${verb}`)).status]).toEqual([verb, 403]);
    const unknown = await owner.open(`/admin/keys/pk_live_0000000000000000/${verb}`);
    expect([verb, unknown.status]).toEqual([verb, 404]);
  }
});
