import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { createMessengerWorld, newPlayer } from "../../harness/app/messenger.ts";
import type { World } from "../../harness/app/world.ts";

let world: World;
beforeAll(async () => {
  world = await createMessengerWorld();
});
afterAll(() => world.close());

/** The statements on messenger tables that these calls run. */
async function statementsOf(calls: () => Promise<unknown>): Promise<Set<string>> {
  const seen = new Set<string>();
  const prepared: (() => void)[] = [];
  for (const sql of [world.services.live.read, ...(await writerOf())]) {
    const original = sql.client.prepare.bind(sql.client);
    sql.client.prepare = ((text: string) => {
      seen.add(text);
      return original(text);
    }) as typeof sql.client.prepare;
    prepared.push(() => {
      sql.client.prepare = original;
    });
  }
  await calls();
  for (const restore of prepared) restore();
  return seen;
}

function writerOf() {
  return world.services.live.writer.run((tx) => [tx]);
}

test("plays, reveals, statuses and the leaderboard use indexes: no table scan and no sort", async () => {
  const seen = await statementsOf(async () => {
    const player = await newPlayer(world, 4_000);
    await player.give(100);
    for (let play = 0; play < 3; play++) await player.act("games/spin-wheel/play");
    await player.post("games/spin-wheel/status");
    await player.act("games/recon-grid/purchase", { quantity: 3 });
    const { id } = (await player.act("games/recon-grid/start")).json.round;
    for (const cell of [1, 2, 3]) await player.act("games/recon-grid/reveal", { round_id: id, cell });
    await player.post("games/recon-grid/status");
    await player.get("engagement/leaderboard-preview");
    await player.get("engagement/activity-preview");
    await player.get(`games/rounds/${id}`);
  });
  const ours = [...seen].filter(
    (text) => /messenger_|ledger_entries/.test(text) && !/CREATE|PRAGMA/.test(text),
  );
  expect(ours.length).toBeGreaterThan(20);
  /** Small tables written by operators may be sorted. */
  const small = /messenger_(catalog_campaigns|wheel_campaigns|audience_groups|pauses|bot)/;
  const faults: string[] = [];
  const beside = new Database(join(world.dataDir, "live.db"), { readonly: true });
  for (const text of ours.filter((each) => !small.test(each))) {
    const plan = beside.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${text}`).all();
    for (const { detail } of plan)
      if (/^SCAN (?!json_each|CONSTANT)|TEMP B-TREE/.test(detail)) faults.push(`${detail}: ${text}`);
  }
  beside.close();
  expect(faults).toEqual([]);
});
