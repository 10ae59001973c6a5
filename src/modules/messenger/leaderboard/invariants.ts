import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { messengerScoreGroups } from "../../../db/tables/messenger/score-groups.ts";
import { findingOf, type Invariant } from "../../platform/invariants/index.ts";
import { recount, type ScoreGroup } from "./groups.ts";
import { END_PLACE } from "./rules.ts";

type StoredGroup = ScoreGroup & Pick<RowOf<typeof messengerScoreGroups>, "week" | "level">;

const GROUPS = `SELECT week, level, negated_score, reached_at, player_id, players FROM messenger_score_groups
  ORDER BY week, level, negated_score, reached_at, player_id`;

/** Every group of a leaderboard counts the players from its place to the next group's. */
export const leaderboardGroups: Invariant = {
  name: "messenger_leaderboard",
  run(sql) {
    const counted = { groups: 0 };
    return findingOf(
      faults(sql, counted),
      () => `${counted.groups} groups of the leaderboards count the players between their places`,
    );
  },
};

function* faults(sql: Sql, counted: { groups: number }): Generator<string> {
  let group: StoredGroup | null = null;
  for (const next of sql.iterate<StoredGroup>(GROUPS)) {
    if (group !== null) yield* faultOf(sql, group, next);
    counted.groups++;
    group = next;
  }
  if (group !== null) yield* faultOf(sql, group, null);
}

function* faultOf(sql: Sql, group: StoredGroup, next: StoredGroup | null): Generator<string> {
  const { level, players, week } = group;
  const to = next?.week === week && next.level === level ? next : END_PLACE;
  const due = recount(sql, week, level, { from: group, to });
  if (due !== players)
    yield `week ${week} has a group of level ${level} that counts ${players} players where ${due} stand`;
}
