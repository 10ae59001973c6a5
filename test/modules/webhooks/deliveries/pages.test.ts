import { afterEach, beforeEach, expect, test } from "bun:test";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { signedIn, type Visitor } from "../../../harness/visitor.ts";
import { createWorld, type World } from "../../../harness/world.ts";
import { attempt, createWebhook, credit, records, states } from "./fixture.ts";

let world: World;
let key: IssuedKey;
let operator: Visitor;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
  await createWebhook(world, key, "salutes.credit");
  await credit(world, key, await world.createUser(key, "zoe"));
  operator = await signedIn(world, "ops", "operator");
  await operator.open("/admin/deliveries");
});

afterEach(() => world.close());

const idOfFirst = () => records(world)[0]?.id ?? 0;

test("a dead letter waits on the overview, is listed with its reason, and is sent anew at a button", async () => {
  const id = idOfFirst();
  await attempt(world, id, "dead_letter", "timeout");
  expect((await operator.open("/admin")).text).toContain("1 dead letters of webhooks");
  const list = (await operator.open("/admin/deliveries")).text;
  for (const part of ["acme", "salutes.credit", "timeout", "partner.example"]) expect(list).toContain(part);
  const page = (await operator.open(`/admin/deliveries/${id}`)).text;
  for (const part of ["out of order", "500", "https://partner.example/hooks/salute"])
    expect(page).toContain(part);
  expect((await operator.submit(`/admin/deliveries/${id}/replay`)).status).toBe(303);
  expect(states(world)).toEqual(["pending"]);
});

test("409 for one that is on its way, 404 for one that is none, 403 for a viewer", async () => {
  expect((await operator.submit(`/admin/deliveries/${idOfFirst()}/replay`)).status).toBe(409);
  expect((await operator.submit("/admin/deliveries/999/replay")).status).toBe(404);
  expect((await operator.open("/admin/deliveries/999")).status).toBe(404);
  const viewer = await signedIn(world, "eve", "viewer");
  expect((await viewer.open(`/admin/deliveries/${idOfFirst()}`)).text).not.toContain("Send again");
  await viewer.open("/admin/account");
  expect((await viewer.submit(`/admin/deliveries/${idOfFirst()}/replay`)).status).toBe(403);
});
