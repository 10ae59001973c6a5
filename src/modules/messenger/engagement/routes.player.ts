import { Type } from "@sinclair/typebox";
import { type Operation, readOperation } from "../../../http/operation.ts";
import { CREDENTIAL } from "../fields.ts";
import { MESSENGER_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import type { PlayerFor } from "../players/index.ts";
import { FRAME, frameOf, readerOf } from "../reading.ts";
import { ActivityItem, Leaderboard, readActivity, readLeaderboard } from "./read.ts";

const PreviewQuery = Type.Object({
  ...CREDENTIAL,
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 10 }),
});

/** What happened lately, and who leads (contract section 16). */
export function engagementRoutes(player: PlayerFor): Operation[] {
  return [
    readOperation({
      id: "messengerActivity",
      method: "GET",
      path: `${MESSENGER_PREFIX}engagement/activity-preview`,
      group: MESSENGER_GROUP,
      summary: "List what lately moved the player's balances",
      access: player("read"),
      query: PreviewQuery,
      response: Type.Object({ count: Type.Integer(), items: Type.Array(ActivityItem), ...FRAME }),
      read: ({ actor, db, query }) => {
        const person = readerOf(db.read, actor);
        const items = readActivity(db.read, person.player, query.limit);
        return { count: items.length, items, ...frameOf(actor, person) };
      },
    }),
    readOperation({
      id: "messengerLeaderboard",
      method: "GET",
      path: `${MESSENGER_PREFIX}engagement/leaderboard-preview`,
      group: MESSENGER_GROUP,
      summary: "Read the week's leaderboard",
      description: "By salutes earned in games, promos and missions; of equal scores the earlier leads.",
      access: player("read"),
      query: PreviewQuery,
      response: Type.Object({
        ...Leaderboard.properties,
        count: Type.Integer({ description: "Entries." }),
        ...FRAME,
      }),
      read: ({ actor, db, now, query }) => {
        const person = readerOf(db.read, actor);
        const board = readLeaderboard(db.read, person.player, query.limit, now);
        return { ...board, count: board.entries.length, ...frameOf(actor, person) };
      },
    }),
  ];
}
