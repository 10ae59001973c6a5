import { afterEach, beforeEach, expect, test } from "bun:test";
import { listAudit } from "../../src/modules/platform/audit/index.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { salute } from "../harness/processes/commands.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

const run = (...args: string[]) => salute(["track-tokens", ...args, "--data", world.dataDir]);

test("create prints the token once; list never does; revoke ends it and releases the name", async () => {
  const made = await run("create", "--name", "web", "--json");
  expect([made.code, made.json]).toEqual([
    0,
    {
      id: 1,
      name: "web",
      created_at: expect.any(String),
      revoked_at: null,
      token: expect.stringMatching(/^trk_[1-9A-HJ-NP-Za-km-z]{43,44}$/),
    },
  ]);
  const { token, ...shown } = made.json;
  expect((await run("list", "--json")).json).toEqual([shown]);
  expect((await run("list")).out).toContain("web");
  expect(await run("create", "--name", "web")).toMatchObject({ code: 1, out: "" });
  const revoked = await run("revoke", "web", "--json");
  expect(revoked.json).toEqual({ ...shown, revoked_at: expect.any(String) });
  expect((await run("revoke", "web")).code).toBe(1);
  expect((await run("create", "--name", "web")).out).toContain("token  trk_");
  const actions = listAudit(world.services.live.read, 10).map(({ action }) => action);
  expect(actions.filter((action) => action.startsWith("track_token."))).toEqual([
    "track_token.create",
    "track_token.revoke",
    "track_token.create",
  ]);
  expect(JSON.stringify(listAudit(world.services.live.read, 10))).not.toContain(token);
});

test("an empty list says how to create one; invalid and unknown names are reported", async () => {
  expect((await run("list")).out).toContain("track-tokens create");
  expect((await run("list", "--json")).json).toEqual([]);
  expect(await run("create", "--name", "a b")).toMatchObject({ code: 2, out: "" });
  expect((await run("create")).code).toBe(2);
  expect((await run("revoke")).code).toBe(2);
});
