import { Type } from "@sinclair/typebox";
import { invalidQuery, Problem } from "../../../http/answers/problem.ts";
import { Echo, RowCount } from "../../../http/input/list-shapes.ts";
import { type Operation, operator, readOperation } from "../../../http/operation.ts";
import { Flag, Id } from "../../../http/schema/shapes.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import { MESSENGER_ADMIN_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import { findPlayer } from "../players/index.ts";
import { Activity, Profile, profileView } from "./model.ts";
import { CatalogPreview, previewCatalog } from "./preview.ts";
import { readActivity } from "./read-activity.ts";
import { listProfiles, telegramIdOfUser } from "./store.ts";

const PATH = `${MESSENGER_PREFIX}admin/games`;
const group = MESSENGER_ADMIN_GROUP;
/** Player profiles for operators (contract section 16). */
export function profileRoutes(): Operation[] {
  return [
    readOperation({
      id: "listMessengerProfiles",
      method: "GET",
      path: `${PATH}/user-profiles`,
      group,
      summary: "Players, most recently seen first",
      access: operator("viewer"),
      query: Type.Object({
        limit: Type.Integer({
          minimum: 1,
          maximum: 200,
          default: 50,
          description: "Largest number of players in the answer.",
        }),
      }),
      response: Type.Object({
        count: RowCount,
        profiles: Type.Array(Profile, { description: "Players, most recently seen first." }),
        query: Echo({ limit: Type.Integer() }),
      }),
      read: ({ db, query }) => {
        const profiles = listProfiles(db.read, { limit: query.limit }).map(profileView);
        return { count: profiles.length, profiles, query: { limit: query.limit } };
      },
    }),
    readOperation({
      id: "readMessengerActivity",
      method: "GET",
      path: `${PATH}/user-activity/{telegram_user_id}`,
      group,
      summary: "A player's recent activity: the newest 200 rows of each kind",
      access: operator("viewer"),
      params: Type.Object({ telegram_user_id: Id({ description: "The player's id at Telegram." }) }),
      response: Activity,
      errors: [MESSENGER_ERRORS.player_not_found],
      read: ({ db, now, params }) => readActivity(db.read, Number(params.telegram_user_id), now),
    }),
    previewOperation(),
  ];
}

function previewOperation(): Operation {
  return readOperation({
    id: "previewMessengerCatalog",
    method: "GET",
    path: `${PATH}/catalog-preview`,
    group,
    summary: "Preview the games shown to a player",
    outcome: "The games as the player sees them.",
    description:
      "Select by telegram_user_id, who need not have opened the app, or by linked_user_id. Default: a person without a player.",
    access: operator("viewer"),
    query: Type.Object({
      telegram_user_id: Type.Optional(Id({ description: "Id of a person at Telegram." })),
      linked_user_id: Type.Optional(
        Id({ description: "The service's id of the user to whom the player is linked." }),
      ),
      admin_view: Type.Optional(
        Flag({ description: "Adds all campaigns, with the reasons why they are hidden." }),
      ),
    }),
    response: CatalogPreview,
    errors: [MESSENGER_ERRORS.player_not_found],
    read: ({ db, now, query }) => {
      const { admin_view: isAdminView = false, linked_user_id: userId, telegram_user_id: requested } = query;
      if (requested !== undefined && userId !== undefined)
        throw invalidQuery("linked_user_id", "must not be combined with telegram_user_id");
      const linked = userId === undefined ? null : telegramIdOfUser(db.read, userId);
      if (userId !== undefined && linked === null)
        throw new Problem(
          MESSENGER_ERRORS.player_not_found,
          `Check linked_user_id: user ${userId} is not a player.`,
        );
      const telegramId = requested ?? linked ?? 0;
      const person = { telegramId, languageCode: null, player: findPlayer(db.read, telegramId) };
      return previewCatalog(db.read, person, { now, isAdminView });
    },
  });
}
