import { type Static, Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import { type Operation, readOperation } from "../../../http/operation.ts";
import { DAY_MS, isoUtc } from "../../../kit/clock.ts";
import { BALANCE_FIELDS, toBalances } from "../balances/index.ts";
import { personOfCaller } from "../caller.ts";
import { listPlayedDays } from "../days/index.ts";
import { CREDENTIAL, CREDENTIALS_BODY } from "../fields.ts";
import { MESSENGER_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import type { PlayerCaller, PlayerFor } from "../players/index.ts";

const UtcDay = Type.String({
  pattern: "^\\d{4}-\\d{2}-\\d{2}$",
  examples: ["2026-11-25"],
  description: "UTC day, YYYY-MM-DD.",
});

const Streak = Type.Object({
  days: Type.Integer({
    description:
      "Consecutive UTC days with a round, up to today, or up to yesterday before today's first round.",
  }),
  longest: Type.Integer({ description: "The longest run of the last 400 days." }),
  played_today: Type.Boolean({ description: "Whether the player played a round since midnight UTC." }),
  calendar: Type.Array(
    Type.Object({
      date: UtcDay,
      played: Type.Boolean({ description: "Whether the player played a round that day." }),
    }),
    {
      description: "The last 28 UTC days, oldest first.",
    },
  ),
});

const MAX_DAYS = 400;
const CALENDAR_DAYS = 28;

/** The player's days of play in a row (contract section 24). */
export function streakOperations(player: PlayerFor): Operation[] {
  const shared = {
    path: `${MESSENGER_PREFIX}streak`,
    group: MESSENGER_GROUP,
    summary: "Read the player's days of play in a row",
    access: player("read"),
    response: Type.Object({ ...Streak.properties, ...BALANCE_FIELDS }),
  } as const;
  const read = ({ actor, db, now }: { actor: PlayerCaller; db: Database; now: number }) => {
    const { player: own } = personOfCaller(db.read, actor);
    const played = own === null ? [] : listPlayedDays(db.read, own.row.id, MAX_DAYS);
    return { ...streakView(played, Math.floor(now / DAY_MS)), ...toBalances(own) };
  };
  return [
    readOperation({ ...shared, id: "messengerStreak", method: "GET", query: Type.Object(CREDENTIAL), read }),
    readOperation({ ...shared, id: "messengerStreakPost", method: "POST", body: CREDENTIALS_BODY, read }),
  ];
}

function streakView(played: readonly number[], today: number): Static<typeof Streak> {
  const known = new Set(played);
  const days = Array.from({ length: CALENDAR_DAYS }, (_, index) => today - CALENDAR_DAYS + 1 + index);
  return {
    ...streakOf(played, today),
    played_today: known.has(today),
    calendar: days.map((day) => ({ date: isoUtc(day * DAY_MS).slice(0, 10), played: known.has(day) })),
  };
}

/** Lengths of runs of consecutive days. */
interface Streak {
  /** The run that ends today or yesterday; 0 without one. */
  days: number;
  longest: number;
}

/** @param played days in descending order, each once */
function streakOf(played: readonly number[], today: number): Streak {
  const runs: { end: number; length: number }[] = [];
  for (const day of played) {
    const run = runs.at(-1);
    if (run !== undefined && run.end - run.length === day) run.length++;
    else runs.push({ end: day, length: 1 });
  }
  const [latest] = runs;
  return {
    days: latest !== undefined && latest.end >= today - 1 ? latest.length : 0,
    longest: Math.max(0, ...runs.map(({ length }) => length)),
  };
}
