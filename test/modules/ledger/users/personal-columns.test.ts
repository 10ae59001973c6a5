import { afterEach, beforeEach, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { toWeek } from "../../../../src/modules/messenger/leaderboard/rules.ts";
import { createMessengerWorld, newPlayer } from "../../../harness/app/messenger.ts";
import type { World } from "../../../harness/app/world.ts";

let world: World;

beforeEach(async () => {
  world = await createMessengerWorld();
});

afterEach(() => world.close());

const rows = <Row = object>(text: string) => world.services.live.read.all<Row>(text);

/** The columns that the tables mark with `personal`, as table and column. */
function markedColumns(): { table: string; column: string }[] {
  return [...new Bun.Glob("src/db/tables/**/*.ts").scanSync()].flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return [...text.matchAll(/(\w+): personal\(/g)].map(({ 1: column = "", index }) => {
      const tables = [...text.slice(0, index).matchAll(/sqliteTable\(\s*"(\w+)"/g)];
      return { table: tables.at(-1)?.[1] ?? "", column };
    });
  });
}

test("a deletion clears every column that holds the person's data, and no table keeps a copy", async () => {
  await newPlayer(world, 1_204);
  const key = await world.createKey("house");
  const claim = { campaign: "spring", amount: 4, currency: "SALUTES", recipient: { user_id: "ext:tg:1204" } };
  const issued = await world.call("POST", "/api/partner/donation-claim", { key, body: claim });
  const code = encodeURIComponent(issued.json.claim_code);
  expect((await world.call("POST", `/api/partner/donation-claims/${code}/cancel`, { key })).status).toBe(200);

  const marked = markedColumns();
  expect(marked.length).toBeGreaterThan(10);
  await world.services.live.writer.run((tx) => {
    tx.run(
      `INSERT INTO messenger_scores (week, player_id, negated_score, reached_at, first_name)
         SELECT ?, id, -1, joined_at, first_name FROM messenger_players`,
      toWeek(tx.now),
    );
    for (const { table, column } of marked) {
      const value = column === "metadata" ? '{"note":"recognisable"}' : "recognisable";
      tx.run(`UPDATE ${table} SET ${column} = ?`, column === "external_id" ? "tg:1204" : value);
    }
  });
  const holding = () =>
    marked
      .filter(
        ({ table, column }) =>
          rows(`SELECT 1 FROM ${table} WHERE ${column} LIKE '%recognisable%' OR ${column} = 'tg:1204'`)
            .length > 0,
      )
      .map(({ table, column }) => `${table}.${column}`);
  expect(holding()).toEqual(marked.map(({ table, column }) => `${table}.${column}`));

  const answer = await world.call("DELETE", "/api/partner/users/ext:tg:1204", { key });
  expect([answer.status, answer.json.error]).toEqual([200, undefined]);
  expect(holding()).toEqual([]);
  expect(tablesWith("recognisable")).toEqual([]);
});

/** Tables with a text that contains this. */
function tablesWith(part: string): string[] {
  const tables = rows<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'");
  return tables
    .map(({ name }) => name)
    .filter((name) =>
      rows<object>(`SELECT * FROM ${name}`).some((row) => JSON.stringify(row).includes(part)),
    );
}
