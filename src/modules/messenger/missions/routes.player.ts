import { Type } from "@sinclair/typebox";
import { RowCount } from "../../../http/input/list-shapes.ts";
import { type Operation, readOperation, writeOperation } from "../../../http/operation.ts";
import { Described, Nullable, Text } from "../../../http/schema/shapes.ts";
import { Key } from "../audiences/index.ts";
import { BALANCE_FIELDS, balancesNow, RewardShape, rewardView, toBalances } from "../balances/index.ts";
import { personOfCaller, playerLocale } from "../caller.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import { CREDENTIAL, CREDENTIALS_BODY, IDEMPOTENCY_KEY, REPLAYED } from "../fields.ts";
import { MESSENGER_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import { ensurePlayer, findPlayer, type PlayerFor, requireActivePlayer } from "../players/index.ts";
import { enroll } from "./enroll.ts";
import { MISSION_ERRORS } from "./errors.ts";
import { DecisionShape, Enrollment, OpenMission, OwnMission, ProgressShape } from "./model.ts";
import { listOpenMissions, listOwnMissions } from "./read.ts";
import { reportProgress } from "./report-progress.ts";
import { enrollmentView, progressView } from "./view.ts";

const VisibleAscii = Type.String({ pattern: "^[\\x21-\\x7e]{1,64}$", maxLength: 64 });

/** Operations on missions for players (contract section 16). */
export function missionRoutes(player: PlayerFor): Operation[] {
  return [
    readOperation({
      id: "messengerMissionsCatalog",
      method: "POST",
      path: `${MESSENGER_PREFIX}missions/catalog`,
      group: MESSENGER_GROUP,
      summary: "Missions open to the player",
      outcome: "The missions that the player can see.",
      access: player("read"),
      body: CREDENTIALS_BODY,
      response: Type.Object({
        ...BALANCE_FIELDS,
        count: RowCount,
        missions: Type.Array(OpenMission, { description: "Missions open to the player." }),
      }),
      read: (context) => {
        const { actor, db, now } = context;
        const person = personOfCaller(db.read, actor);
        const missions = listOpenMissions(db.read, person, { locale: playerLocale(context), now });
        return { ...toBalances(person.player), count: missions.length, missions };
      },
    }),
    ownMissionsOperation(player, {
      name: "list",
      state: "active",
      summary: "List the player's active missions",
    }),
    ownMissionsOperation(player, {
      name: "history",
      state: "done",
      summary: "List the player's completed missions, with the rewards paid",
    }),
    enrollOperation(player),
    progressOperation(player),
  ];
}

function ownMissionsOperation(
  player: PlayerFor,
  { name, state, summary }: { name: "list" | "history"; state: "active" | "done"; summary: string },
): Operation {
  return readOperation({
    id: name === "list" ? "messengerMissionsList" : "messengerMissionsHistory",
    method: "POST",
    path: `${MESSENGER_PREFIX}missions/${name}`,
    group: MESSENGER_GROUP,
    summary,
    access: player("read"),
    body: CREDENTIALS_BODY,
    response: Type.Object({
      ...BALANCE_FIELDS,
      count: RowCount,
      missions: Type.Array(OwnMission, { description: "The player's missions, with their progress." }),
    }),
    read: (context) => {
      const { actor, db, now } = context;
      const person = personOfCaller(db.read, actor);
      const locale = playerLocale(context);
      const missions = listOwnMissions(db.read, person.player, { locale, now, state });
      return { ...toBalances(person.player), count: missions.length, missions };
    },
  });
}

function enrollOperation(player: PlayerFor): Operation {
  return writeOperation({
    id: "messengerEnrollMission",
    method: "POST",
    path: `${MESSENGER_PREFIX}missions/enroll`,
    group: MESSENGER_GROUP,
    summary: "Enroll in a mission",
    outcome: "The player takes part in the mission.",
    description:
      "Naturally idempotent: an active enrollment is returned again. With an idempotency_key, a retry gets the first answer again.",
    access: player("read"),
    body: Type.Object({
      ...CREDENTIAL,
      mission_key: Key,
      idempotency_key: Type.Optional(IDEMPOTENCY_KEY),
    }),
    response: Type.Object({
      ...BALANCE_FIELDS,
      enrollment: Described(Enrollment, "The player's enrollment."),
      ...Type.Partial(Type.Object(REPLAYED)).properties,
    }),
    errors: [
      MESSENGER_ERRORS.mission_not_found,
      MISSION_ERRORS.mission_closed,
      MESSENGER_ERRORS.not_in_audience,
      "state_conflict",
      "idempotency_conflict",
    ],
    write: (tx, { actor, body }) => {
      const own = requireActivePlayer(ensurePlayer(tx, actor));
      const enrollment = enrollmentView(enroll(tx, own, body.mission_key));
      return { enrollment, ...balancesNow(tx, actor.telegramId) };
    },
  });
}

function progressOperation(player: PlayerFor): Operation {
  return writeOperation({
    id: "messengerMissionProgress",
    method: "POST",
    path: `${MESSENGER_PREFIX}missions/progress`,
    group: MESSENGER_GROUP,
    summary: "Report an action of the player in the app",
    outcome: "The report was decided on; decision says whether it counted.",
    description:
      "For actions that only the app sees: open_app, share_link, visit. `decision` tells whether the event counted; each event_id counts once.",
    access: player("read"),
    body: Type.Object({ ...CREDENTIAL, mission_key: Key, event_id: VisibleAscii, kind: Text(64) }),
    response: Type.Object({
      ...BALANCE_FIELDS,
      decision: Described(DecisionShape, "The decision about the reported event."),
      mission_key: Key,
      progress: Nullable(ProgressShape, { description: "Null if the player is not enrolled." }),
      completed: Type.Boolean({ description: "Whether the mission is completed." }),
      reward: Nullable(RewardShape, {
        description: "The reward paid for the completion; null if none was paid.",
      }),
    }),
    errors: ["state_conflict"],
    write: (tx, { actor, body }) => {
      const isKnown = findPlayer(tx, actor.telegramId) !== null;
      const own = isKnown ? requireActivePlayer(ensurePlayer(tx, actor)) : null;
      const { mission_key, event_id: eventId, kind } = body;
      const { decision, participation } = reportProgress(tx, own, { missionKey: mission_key, eventId, kind });
      const done = participation?.enrollment;
      const paid = done?.paid_kind == null ? null : { kind: done.paid_kind, amount: done.paid_amount ?? 0 };
      return {
        decision,
        mission_key,
        progress:
          participation === null ? null : progressView(participation.enrollment, participation.mission),
        completed: done?.state === "done",
        reward: paid === null ? null : rewardView(paid),
        ...balancesNow(tx, actor.telegramId),
      };
    },
  });
}
