import { afterEach, beforeEach, expect, test } from "bun:test";
import { INVARIANTS } from "../../../src/compose/modules.ts";
import { createMessengerWorld, newPlayer } from "../../harness/app/messenger.ts";
import type { World } from "../../harness/app/world.ts";
import { brokenInvariants } from "../../harness/checks/invariants.ts";

let world: World;
beforeEach(async () => {
  world = await createMessengerWorld();
});
afterEach(() => world.close());

/** Names of what does not hold, by the build's own invariants and by those of the tests. */
function broken(): string[] {
  const own = INVARIANTS.map(({ name, run }) => ({ name, ...run(world.services.live.read) }));
  return [
    ...own.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`),
    ...brokenInvariants(world.dataDir),
  ];
}

test("whichever of a play's writes fails, nothing of the play is kept", async () => {
  const player = await newPlayer(world, 3_100);
  await player.give(50);
  await player.act("games/recon-grid/purchase", { quantity: 5 });
  const { id } = (await player.act("games/recon-grid/start")).json.round;
  const tables = world.services.live.read
    .all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .map(({ name }) => name)
    .filter((name) => /^messenger_|^ledger_entries$|^events$|^users$/.test(name));
  const state = () =>
    Object.fromEntries(
      tables.map((name) => [name, JSON.stringify(world.services.live.read.all(`SELECT * FROM ${name}`))]),
    );
  const run = (sql: string) => world.services.live.writer.run((tx) => tx.run(sql));
  let failures = 0;
  for (const table of tables) {
    for (const event of ["INSERT", "UPDATE"]) {
      await run(
        `CREATE TRIGGER break_it BEFORE ${event} ON ${table} BEGIN SELECT RAISE(ABORT, 'broken on purpose'); END`,
      );
      const before = state();
      for (const [path, body] of [
        ["games/spin-wheel/play", { pay: "salutes" }],
        ["games/recon-grid/reveal", { round_id: id, cell: 3 }],
      ] as const) {
        const answer = await player.act(path, body).catch(() => null);
        if (answer?.status === 200) continue;
        failures++;
        expect(state()).toEqual(before);
      }
      await run("DROP TRIGGER break_it");
    }
  }
  expect(failures).toBeGreaterThan(15);
  expect(broken()).toEqual([]);
}, 60_000);
