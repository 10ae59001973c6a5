import { Type } from "@sinclair/typebox";
import { RowCount } from "../../../http/input/list-shapes.ts";
import { type Operation, readOperation } from "../../../http/operation.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { BALANCE_FIELDS, toBalances } from "../balances/index.ts";
import { personOfCaller } from "../caller.ts";
import { CREDENTIAL } from "../fields.ts";
import { MESSENGER_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import type { PlayerFor } from "../players/index.ts";
import { inclusionOperation } from "./inclusion-operation.ts";
import { limitOperations } from "./limit-operations.ts";
import { ActivityItem, Leaderboard, readActivity, readLeaderboard } from "./read.ts";
import { streakOperations } from "./streak-operations.ts";

const PreviewQuery = Type.Object({
  ...CREDENTIAL,
  limit: Type.Integer({
    minimum: 1,
    maximum: 50,
    default: 50,
    description: "Largest number of rows in the answer.",
  }),
});

/** A player's recent activity, limit and streak, and the leaderboard (contract sections 16 and 24). */
export function engagementRoutes(player: PlayerFor, keyring: Keyring): Operation[] {
  return [
    inclusionOperation(player, keyring),
    readOperation({
      id: "messengerActivity",
      method: "GET",
      path: `${MESSENGER_PREFIX}engagement/activity-preview`,
      group: MESSENGER_GROUP,
      summary: "List the latest changes of the player's balances",
      access: player("read"),
      query: PreviewQuery,
      response: Type.Object({
        count: RowCount,
        items: Type.Array(ActivityItem, { description: "Changes of the balances, newest first." }),
        ...BALANCE_FIELDS,
      }),
      read: ({ actor, db, query }) => {
        const person = personOfCaller(db.read, actor);
        const items = readActivity(db.read, person.player, query.limit);
        return { count: items.length, items, ...toBalances(person.player) };
      },
    }),
    readOperation({
      id: "messengerLeaderboard",
      method: "GET",
      path: `${MESSENGER_PREFIX}engagement/leaderboard-preview`,
      group: MESSENGER_GROUP,
      summary: "Read the week's leaderboard",
      description:
        "Ranked by salutes earned in games, promos and missions; with equal scores, the player who reached the score first ranks higher.",
      access: player("read"),
      query: PreviewQuery,
      response: Type.Object({
        ...Leaderboard.properties,
        count: Type.Integer({ description: "Number of entries in the answer." }),
        ...BALANCE_FIELDS,
      }),
      read: ({ actor, db, now, query }) => {
        const person = personOfCaller(db.read, actor);
        const board = readLeaderboard(db.read, person.player, { limit: query.limit, now });
        return { ...board, count: board.entries.length, ...toBalances(person.player) };
      },
    }),
    ...limitOperations(player),
    ...streakOperations(player),
  ];
}
