import { afterAll, beforeAll, expect, test } from "bun:test";
import { mount } from "../../src/http/mount.ts";
import type { Operation } from "../../src/http/operation.ts";
import { healthRoutes } from "../../src/modules/operations/health/index.ts";
import { createWorld, type World } from "../harness/app/world.ts";

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test("health is answered before all operations are composed; any other request composes them, once", async () => {
  const first: Operation[] = healthRoutes(world.services);
  let composed = 0;
  const modules = () => {
    composed++;
    return [{ name: "test", operations: first }];
  };
  const app = mount({ first, modules }, world.services.http);
  const statusOf = async (method: string, path: string) =>
    (await app.handle(new Request(`http://localhost${path}`, { method }))).status;
  expect([await statusOf("GET", "/healthz"), await statusOf("HEAD", "/healthz"), composed]).toEqual([
    200, 200, 0,
  ]);
  expect([await statusOf("POST", "/healthz"), await statusOf("GET", "/missing"), composed]).toEqual([
    405, 404, 1,
  ]);
  await app.complete();
  expect([await statusOf("GET", "/healthz"), composed]).toEqual([200, 1]);
});
