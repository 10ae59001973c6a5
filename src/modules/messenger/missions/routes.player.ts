import { Type } from "@sinclair/typebox";
import { type Operation, readOperation, writeOperation } from "../../../http/operation.ts";
import { Nullable, Text } from "../../../http/schema/shapes.ts";
import { Key } from "../audiences/index.ts";
import { balancesNow, RewardShape, rewardView } from "../balances/index.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import { CREDENTIAL, IDEMPOTENCY_KEY, REPLAYED } from "../fields.ts";
import { modeOf } from "../mode.ts";
import { MESSENGER_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import { ensurePlayer, type PlayerFor, requireActivePlayer } from "../players/index.ts";
import { COMMON_FIELDS, CREDENTIALS_BODY, commonFields, personOfCaller } from "../responses.ts";
import { enroll } from "./enroll.ts";
import { MISSION_ERRORS } from "./errors.ts";
import { DecisionShape, Enrollment, OpenMission, OwnMission, ProgressShape } from "./model.ts";
import { listOpenMissions, listOwnMissions } from "./read.ts";
import { reportProgress } from "./report-progress.ts";
import { enrollmentView, progressView } from "./view.ts";

const VisibleAscii = Type.String({ pattern: "^[\\x21-\\x7e]{1,64}$", maxLength: 64 });

/** Missions as players meet them (contract section 16). */
export function missionRoutes(player: PlayerFor): Operation[] {
  return [
    readOperation({
      id: "messengerMissionsCatalog",
      method: "POST",
      path: `${MESSENGER_PREFIX}missions/catalog`,
      group: MESSENGER_GROUP,
      summary: "Missions open to the player",
      access: player("read"),
      body: CREDENTIALS_BODY,
      response: Type.Object({ ...COMMON_FIELDS, missions: Type.Array(OpenMission) }),
      read: ({ actor, db, now }) => {
        const who = personOfCaller(db.read, actor);
        return { ...commonFields(actor, who), missions: listOpenMissions(db.read, who, now) };
      },
    }),
    ownList(player, "list", "active", "Missions that the player is in"),
    ownList(player, "history", "done", "Missions that the player finished, with what they paid"),
    writeOperation({
      id: "messengerEnrollMission",
      method: "POST",
      path: `${MESSENGER_PREFIX}missions/enroll`,
      group: MESSENGER_GROUP,
      summary: "Take a mission on",
      description:
        "Naturally idempotent: a mission that the player is in answers with that enrolment. With an idempotency_key the same call gets the first answer again.",
      access: player("read"),
      body: Type.Object({
        ...CREDENTIAL,
        mission_key: Key,
        idempotency_key: Type.Optional(IDEMPOTENCY_KEY),
      }),
      response: Type.Object({
        ...COMMON_FIELDS,
        enrollment: Enrollment,
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
        return { enrollment, ...balancesNow(tx, actor.telegramId), ...modeOf(actor.isDemo) };
      },
    }),
    progressOperation(player),
  ];
}

function ownList(
  player: PlayerFor,
  name: "list" | "history",
  state: "active" | "done",
  summary: string,
): Operation {
  return readOperation({
    id: name === "list" ? "messengerMissionsList" : "messengerMissionsHistory",
    method: "POST",
    path: `${MESSENGER_PREFIX}missions/${name}`,
    group: MESSENGER_GROUP,
    summary,
    access: player("read"),
    body: CREDENTIALS_BODY,
    response: Type.Object({ ...COMMON_FIELDS, missions: Type.Array(OwnMission) }),
    read: ({ actor, db }) => {
      const who = personOfCaller(db.read, actor);
      return { ...commonFields(actor, who), missions: listOwnMissions(db.read, who.player, state) };
    },
  });
}

function progressOperation(player: PlayerFor): Operation {
  return writeOperation({
    id: "messengerMissionProgress",
    method: "POST",
    path: `${MESSENGER_PREFIX}missions/progress`,
    group: MESSENGER_GROUP,
    summary: "Report something that the player did in the app",
    description:
      "For kinds that only the app sees: open_app, share_link, visit. `decision` says whether it counted; each event_id counts once.",
    access: player("read"),
    body: Type.Object({ ...CREDENTIAL, mission_key: Key, event_id: VisibleAscii, kind: Text(64) }),
    response: Type.Object({
      ...COMMON_FIELDS,
      decision: DecisionShape,
      mission_key: Key,
      progress: Nullable(ProgressShape, { description: "Null where the player is not in the mission." }),
      completed: Type.Boolean(),
      reward: Nullable(RewardShape, { description: "What the mission's completion paid." }),
    }),
    errors: [MESSENGER_ERRORS.mission_not_found, "state_conflict"],
    write: (tx, { actor, body }) => {
      const own = requireActivePlayer(ensurePlayer(tx, actor));
      const { mission_key, event_id: eventId, kind } = body;
      const { decision, undertaking } = reportProgress(tx, own, { missionKey: mission_key, eventId, kind });
      const done = undertaking?.enrollment;
      const paid = done?.paid_kind == null ? null : { kind: done.paid_kind, amount: done.paid_amount ?? 0 };
      return {
        decision,
        mission_key,
        progress: undertaking === null ? null : progressView(undertaking.enrollment, undertaking.mission),
        completed: done?.state === "done",
        reward: paid === null ? null : rewardView(paid),
        ...balancesNow(tx, actor.telegramId),
        ...modeOf(actor.isDemo),
      };
    },
  });
}
