import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Sql, SqlValue, Tx } from "../../../src/db/sql.ts";
import { DAY_MS } from "../../../src/kit/clock.ts";
import { readLeaderboard } from "../../../src/modules/messenger/engagement/read.ts";
import {
  addScore,
  computeRank,
  findScore,
  leaderboardGroups,
  purgeScores,
  toWeek,
} from "../../../src/modules/messenger/leaderboard/index.ts";
import { requirePlayer } from "../../../src/modules/messenger/players/index.ts";
import { createMessengerWorld, newPlayer } from "../../harness/app/messenger.ts";
import type { World } from "../../harness/app/world.ts";
import { groupScores } from "../../harness/data/leaderboard.ts";
import { seededRandom } from "../../harness/simulation/random.ts";

let world: World;
beforeAll(async () => {
  world = await createMessengerWorld();
});
afterAll(() => world.close());

const sql = () => world.services.live.read;
const change = (work: (tx: Tx) => void) => world.services.live.writer.run(work);
const thisWeek = () => toWeek(world.clock.now());

const scorer = (id: number) => ({ id, first_name: `Player ${id}` });

function levels(): number | undefined {
  return sql().get<{ level: number }>("SELECT MAX(level) AS level FROM messenger_score_groups")?.level;
}

/** Ranks of every n-th player, from the groups and from sorting. */
function ranks(every: number): [kept: number, sorted: number][] {
  const week = thisWeek();
  const sorted = sql().all<{ player_id: number }>(
    "SELECT player_id FROM messenger_scores WHERE week = ? ORDER BY negated_score, reached_at, player_id",
    week,
  );
  return sorted.flatMap(({ player_id }, index) => {
    const own = index % every === 0 ? findScore(sql(), week, player_id) : null;
    return own === null ? [] : [[computeRank(sql(), week, own), index + 1]];
  });
}

function expectRanks(every: number): void {
  for (const [kept, sorted] of ranks(every)) expect(kept).toBe(sorted);
  expect(leaderboardGroups.run(sql())).toMatchObject({ ok: true });
}

test("ranks from groups equal ranks from sorting while scores rise, with ties, splits and empty groups", async () => {
  const random = seededRandom(15);
  const players = 24_000;
  for (let round = 0; round < 3; round++) {
    world.clock.advance(1_000);
    await change((tx) => {
      for (let n = 0; n < players / 2; n++)
        addScore(tx, scorer(1 + Math.floor(random() * players)), 500 * (1 + Math.floor(random() * 3)));
    });
    expectRanks(97);
  }
  world.clock.advance(1_000);
  await change((tx) => {
    for (let id = 1; id <= players; id++) addScore(tx, scorer(id), 1_000_000);
  });
  expect(levels()).toBe(2);
  expectRanks(37);
}, 60_000);

test("salute check finds a wrong group count, and retention deletes a week's groups", async () => {
  const move = (by: number) =>
    change((tx) =>
      tx.run(
        "UPDATE messenger_score_groups SET players = players + ? WHERE level = 1 AND reached_at = 0",
        by,
      ),
    );
  await move(1);
  expect(leaderboardGroups.run(sql()).detail).toMatch(/counts \d+ players instead of \d+/);
  await move(-1);
  await change((tx) => {
    while (purgeScores(tx, thisWeek() + 1, 10_000) > 0) expect(leaderboardGroups.run(tx).ok).toBe(true);
  });
  expect(sql().get("SELECT * FROM messenger_score_groups")).toBeNull();
}, 60_000);

/** Allowed query plans: ranges of covering indexes, and single rows. */
const ALLOWED =
  /^SEARCH (messenger_score_groups USING PRIMARY KEY|messenger_scores USING (PRIMARY KEY|COVERING INDEX))/;

/** Counts the rows read; for an aggregate the rows below it, since each plan is an index range (see ALLOWED). */
function counting(through: Sql): { sql: Sql; rows: () => number; plans: () => string[] } {
  let rows = 0;
  const plans: string[] = [];
  const note = (text: string, values: SqlValue[]) => {
    const below = text.replace(/^SELECT (SUM\(players\)|COUNT\(\*\)) AS players/, "SELECT 1 AS one");
    rows += through.all(below, ...values).length;
    plans.push(...through.plan(text, ...values));
  };
  const counted = Object.create(through) as Sql;
  counted.get = (text, ...values) => {
    note(text, values);
    return through.get(text, ...values);
  };
  counted.all = (text, ...values) => {
    note(text, values);
    return through.all(text, ...values);
  };
  return { sql: counted, rows: () => rows, plans: () => plans };
}

test("reading the leaderboard with the own rank visits as many rows with 1,000,000 players as with 1,000", async () => {
  const me = await newPlayer(world, 4_100);
  const found = await world.services.live.writer.run((tx) => requirePlayer(tx, me.id));
  const visited: number[] = [];
  for (const players of [1_200, 1_000_002]) {
    await change((tx) => {
      while (purgeScores(tx, thisWeek() + 1, 100_000) > 0);
      tx.run(
        `INSERT INTO messenger_scores (week, player_id, negated_score, reached_at, first_name)
           WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${players})
           SELECT ${thisWeek()}, 1000 + i, -1 - (${players} - i) / 3, i, 'Player ' || i FROM n`,
      );
      groupScores(tx.client, thisWeek());
    });
    const score = players / 6;
    await change((tx) => addScore(tx, found.row, score));
    const board = counting(sql());
    const { you } = readLeaderboard(board.sql, found, { limit: 50, now: world.clock.now() });
    const above = sql().get<{ players: number }>(
      "SELECT COUNT(*) AS players FROM messenger_scores WHERE negated_score <= ?",
      -score,
    );
    expect(you?.rank).toBe(above?.players);
    expect(board.plans().filter((plan) => !ALLOWED.test(plan))).toEqual([]);
    visited.push(board.rows());
  }
  console.log(`rows visited: ${visited.join(" and ")}`);
  expect(Math.max(...visited)).toBeLessThan(600);
}, 60_000);

test("retention that finds several old weeks deletes one after the other: no group left counts deleted scores", async () => {
  const purge = (chunk: number) =>
    world.services.live.writer.run((tx) => purgeScores(tx, thisWeek() + 1, chunk));
  while ((await purge(100_000)) > 0);
  for (let week = 0; week < 3; week++) {
    world.clock.advance(7 * DAY_MS);
    await change((tx) => {
      for (let id = 1; id <= 10; id++) addScore(tx, scorer(id), 100 * id);
    });
  }
  let deleted = 0;
  for (let last = 1; last > 0; deleted += last) {
    last = await purge(15);
    expect(leaderboardGroups.run(sql())).toMatchObject({ ok: true });
  }
  expect(deleted).toBe(3 * 11);
});
