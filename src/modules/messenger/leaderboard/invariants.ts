import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { messengerScoreGroups } from "../../../db/tables/messenger/score-groups.ts";
import { type Invariant, toFinding } from "../../platform/invariants/index.ts";
import { countPlayersIn, type ScoreGroup } from "./groups.ts";
import { END_KEY } from "./rules.ts";

type StoredGroup = ScoreGroup & Pick<RowOf<typeof messengerScoreGroups>, "week" | "level">;

const GROUPS = `SELECT week, level, negated_score, reached_at, player_id, players FROM messenger_score_groups
  ORDER BY week, level, negated_score, reached_at, player_id`;

/** Every group counts exactly the players from its key to the next group's. */
export const leaderboardGroups: Invariant = {
  name: "messenger_leaderboard",
  run(sql) {
    const totals = { groups: 0 };
    return toFinding(faults(sql, totals), () => `${totals.groups} leaderboard groups match the scores`);
  },
};

function* faults(sql: Sql, totals: { groups: number }): Generator<string> {
  let group: StoredGroup | null = null;
  for (const next of sql.iterate<StoredGroup>(GROUPS)) {
    if (group !== null) yield* faultOf(sql, group, next);
    totals.groups++;
    group = next;
  }
  if (group !== null) yield* faultOf(sql, group, null);
}

function* faultOf(sql: Sql, group: StoredGroup, next: StoredGroup | null): Generator<string> {
  const { level, players, week } = group;
  const to = next?.week === week && next.level === level ? next : END_KEY;
  const expected = countPlayersIn(sql, { week, level }, { from: group, to });
  if (expected !== players)
    yield `week ${week} has a group of level ${level} that counts ${players} players instead of ${expected}`;
}
