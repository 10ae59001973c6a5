import { afterEach, beforeEach, expect, test } from "bun:test";
import { SETTINGS } from "../../../../src/compose/settings/index.ts";
import { signedIn, type Visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
let viewer: Visitor;

beforeEach(async () => {
  world = await createWorld();
  viewer = await signedIn(world, "eve", "viewer");
});

afterEach(() => world.close());

test("readiness lists doctor's findings, worst first, with a fix for each", async () => {
  const { status, text } = await viewer.open("/admin/ops/readiness");
  expect(status).toBe(200);
  for (const name of ["data directory", "disk space", "master key", "chain"]) expect(text).toContain(name);
  expect(text).toContain("salute keyfiles export");
});

test("configuration shows all settings and no secret", async () => {
  const { status, text } = await viewer.open("/admin/ops/config");
  expect(status).toBe(200);
  for (const { variable } of Object.values(SETTINGS)) expect(text).toContain(`<code>${variable}</code>`);
});
