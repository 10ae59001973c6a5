import { afterEach, beforeEach, expect, test } from "bun:test";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { listEndpoints } from "../../../../src/modules/webhooks/delivery-desk/index.ts";
import { portalVisitor } from "../../../harness/app/portal.ts";
import { signedIn } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { attempt, createWebhook, credit, lease, records } from "../deliveries/fixture.ts";

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
  await createWebhook(world, key, "salutes.credit");
  await credit(world, key, await world.createUser(key, "zoe"));
});

afterEach(() => world.close());

const oldest = () => records(world)[0]?.id ?? 0;
const outcomes = (attempts: number) =>
  listEndpoints(world.services.live.read, 1, { attempts, limit: 50 }).map((each) => [
    each.failures,
    each.attempts,
    each.last_at,
  ]);

test("a webhook's failed attempts count although a later one succeeds, on operators' pages and the partner's", async () => {
  expect(outcomes(100)).toEqual([[0, 0, null]]);
  await attempt(world, oldest(), "failed");
  await attempt(world, oldest(), "failed");
  await attempt(world, oldest(), "delivered");
  expect(outcomes(100)).toEqual([[2, 3, world.clock.now()]]);
  expect(outcomes(2)).toEqual([[1, 2, world.clock.now()]]);
  const operator = await signedIn(world, "ops", "operator");
  const partner = await portalVisitor(world, key);
  for (const page of [operator.open("/admin/partners/acme"), partner.open("/partners/webhooks")]) {
    const { text } = await page;
    expect(text).toContain("Failed of the last attempts");
    expect(text).toContain(">2 of 3<");
  }
});

test("attempts at a record that fails on behind newer ones count, also while one is under way", async () => {
  await attempt(world, oldest(), "failed");
  for (let each = 0; each < 3; each++) await credit(world, key, "ext:zoe");
  world.clock.advance(60_000);
  await attempt(world, oldest(), "failed");
  const both = [[2, 2, world.clock.now()]];
  expect(outcomes(2)).toEqual(both);
  await lease(world, oldest());
  expect(outcomes(2)).toEqual(both);
});
