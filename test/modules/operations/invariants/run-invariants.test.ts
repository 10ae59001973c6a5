import { afterEach, beforeEach, expect, test } from "bun:test";
import { runInvariants } from "../../../../src/compose/invariants.ts";
import { INVARIANTS } from "../../../../src/compose/modules.ts";
import { selectInvariants } from "../../../../src/modules/operations/invariants/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

test("invariants run on any open file: a server's connection and a backup's copy", async () => {
  const key = await world.createKey("acme");
  await world.createUser(key, "zoe");
  const names = selectInvariants("live", { full: false, invariants: INVARIANTS }).map(
    (each) => `live.${each.name}`,
  );
  const checks = runInvariants(world.services.live.read, "live", false);
  expect(checks.map((each) => each.name)).toEqual(names);
  expect(checks.filter((each) => !each.ok)).toEqual([]);
  await world.services.live.writer.run((tx) => tx.run("UPDATE users SET balance = 1"));
  expect(
    runInvariants(world.services.live.read, "live", true)
      .filter((each) => !each.ok)
      .map((each) => each.name),
  ).toEqual(["live.ledger_balances"]);
});
