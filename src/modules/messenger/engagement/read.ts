import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { fromHundredths } from "../../../kit/money.ts";
import {
  computeRank,
  findScore,
  listAfter,
  listBefore,
  listLeaders,
  type NamedScoreRow,
  toWeek,
  toWindow,
} from "../leaderboard/index.ts";
import { maskedName, type Player } from "../players/index.ts";
import { listMovements, type MovementRow } from "./store.ts";

const KINDS = ["wheel", "grid", "item", "promo", "mission", "grant", "other"] as const;
type Kind = (typeof KINDS)[number];

const TITLES: Record<Kind, string> = {
  wheel: "Wheel",
  grid: "Recon grid",
  item: "Purchase",
  promo: "Promo code",
  mission: "Mission",
  grant: "Gift",
  other: "Account",
};

export const ActivityItem = Type.Object(
  {
    kind: OneOf(KINDS, { description: "What the change came from, such as a round or a promo." }),
    title: Type.String({ description: "Title of the change in one line." }),
    at: Timestamp({ description: "Time of the change." }),
    change: Type.Object(
      {
        kind: OneOf(["salutes", "missiles", "free_spins"], { description: "Balance that changed." }),
        amount: Type.Number({ description: "Amount of the change; negative for spending." }),
      },
      { description: "The change of one balance." },
    ),
  },
  { title: "ActivityItem" },
);

/** The latest changes of a player's balances, newest first. */
export function readActivity(sql: Sql, player: Player | null, limit: number): Static<typeof ActivityItem>[] {
  if (player === null) return [];
  const ids = { playerId: player.row.id, userId: player.user.id };
  return listMovements(sql, ids, limit).map(activityItem);
}

function activityItem({ created_at, delta, kind, reason }: MovementRow): Static<typeof ActivityItem> {
  const cause = activityKind(reason);
  return {
    kind: cause,
    title: TITLES[cause],
    at: isoUtc(created_at),
    change: { kind, amount: kind === "salutes" ? fromHundredths(delta) : delta },
  };
}

function activityKind(reason: string): Kind {
  return KINDS.find((kind) => reason === `miniapp.${kind}`) ?? "other";
}

const Entry = Type.Object(
  {
    rank: Type.Integer({ description: "Place in the week's order, from 1." }),
    name: Type.String({ description: "The player's name, as shown to others." }),
    score: Type.Number({ description: "Salutes earned this week." }),
    is_you: Type.Boolean({ description: "Whether the row is the player's own." }),
  },
  { title: "LeaderboardEntry" },
);

export const Leaderboard = Type.Object({
  window: Type.Object(
    {
      from: Timestamp({ description: "Start of the week, inclusive." }),
      to: Timestamp({ description: "End of the week, exclusive." }),
    },
    { description: "The UTC week that is ranked." },
  ),
  entries: Type.Array(Entry, { description: "The highest places, best first." }),
  you: Nullable(
    Type.Object({
      rank: Type.Integer({ description: "The player's own place, from 1." }),
      score: Type.Number({ description: "Salutes earned this week." }),
      neighbours: Type.Array(Entry, { description: "The ranks around yours, including yours." }),
    }),
    { description: "The player's own place; null without earnings this week." },
  ),
});

const NEIGHBOURS = 2;

/** The week's leaders by salutes earned, and the player's own rank. Other players' names are masked. */
export function readLeaderboard(
  sql: Sql,
  player: Player | null,
  { limit, now }: { limit: number; now: number },
): Static<typeof Leaderboard> {
  const week = toWeek(now);
  const { from, to } = toWindow(week);
  const ownId = player?.row.id ?? null;
  const view = (row: NamedScoreRow, rank: number): Static<typeof Entry> => ({
    rank,
    name: row.player_id === ownId ? row.first_name : maskedName(row.first_name),
    score: fromHundredths(row.score),
    is_you: row.player_id === ownId,
  });
  const own = ownId === null ? null : findScore(sql, week, ownId);
  return {
    window: { from: isoUtc(from), to: isoUtc(to) },
    entries: listLeaders(sql, week, limit).map((row, index) => view(row, index + 1)),
    you: ownRank(),
  };

  function ownRank() {
    if (own === null || player === null) return null;
    const rank = computeRank(sql, week, own);
    const before = listBefore(sql, own, { week, limit: NEIGHBOURS });
    const after = listAfter(sql, own, { week, limit: NEIGHBOURS });
    const around = [...before, { ...own, first_name: player.row.first_name }, ...after];
    return {
      rank,
      score: fromHundredths(own.score),
      neighbours: around.map((row, index) => view(row, rank - before.length + index)),
    };
  }
}
