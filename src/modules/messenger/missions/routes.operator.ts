import { Type } from "@sinclair/typebox";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import { RowCount } from "../../../http/input/list-shapes.ts";
import { dayWindow, dayWindowView, WindowQuery, WindowShape } from "../../../http/input/window.ts";
import {
  type Context,
  type Operation,
  operator,
  readOperation,
  writeOperation,
} from "../../../http/operation.ts";
import { Described } from "../../../http/schema/shapes.ts";
import { type AudienceSizes, Key } from "../audiences/index.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import { MESSENGER_ADMIN_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import { REVISION_ERRORS } from "../revisions/index.ts";
import { MissionAnalytics, MissionStats, missionAnalytics, missionStats } from "./analysis/analytics.ts";
import { compareMissions, MissionComparison } from "./analysis/comparison.ts";
import { createMission } from "./create-mission.ts";
import { requireMission } from "./find-mission.ts";
import { Mission, MissionPatch, NewMission } from "./model.ts";
import { listMissions } from "./store.ts";
import { setMissionState, updateMission } from "./update-mission.ts";
import { missionView } from "./view.ts";

const PATH = `${MESSENGER_PREFIX}admin/missions`;
const KeyPath = Type.Object({ mission_key: Key });
const MissionAnswer = Type.Object({ mission: Described(Mission, "The mission as stored now.") });
const MAX_LISTED = 1_000;

/** Operations on missions for operators (contract section 16). */
export function missionAdminRoutes(sizes: AudienceSizes): Operation[] {
  return [...definitionRoutes(), ...figureRoutes(sizes)];
}

function definitionRoutes(): Operation[] {
  return [
    readOperation({
      id: "listMessengerMissions",
      method: "GET",
      path: PATH,
      group: MESSENGER_ADMIN_GROUP,
      summary: "All missions, newest first",
      access: operator("viewer"),
      response: Type.Object({
        count: RowCount,
        missions: Type.Array(Mission, { description: "All missions, newest first." }),
      }),
      read: ({ db }) => {
        const missions = listMissions(db.read, MAX_LISTED).map(missionView);
        return { count: missions.length, missions };
      },
    }),
    writeOperation({
      id: "createMessengerMission",
      method: "POST",
      path: PATH,
      group: MESSENGER_ADMIN_GROUP,
      summary: "Create a mission as a draft",
      outcome: "The mission was created.",
      access: operator("operator"),
      body: NewMission,
      response: MissionAnswer,
      errors: ["state_conflict"],
      write: (tx, { actor, body }) => ({ mission: missionView(createMission(tx, actor, body)) }),
    }),
    writeOperation({
      id: "changeMessengerMission",
      method: "PATCH",
      path: `${PATH}/{mission_key}`,
      group: MESSENGER_ADMIN_GROUP,
      summary: "Change a mission",
      outcome: "The mission was changed; the answer is its new revision.",
      description:
        "Requires X-Expected-Revision with the revision that the change is based on. After the first payout, goal and reward are fixed.",
      access: operator("operator"),
      params: KeyPath,
      body: MissionPatch,
      response: MissionAnswer,
      errors: [
        MESSENGER_ERRORS.mission_not_found,
        REVISION_ERRORS.revision_required,
        REVISION_ERRORS.revision_conflict,
        "state_conflict",
      ],
      write: (tx, context) => {
        const { actor, body: change, params } = context;
        const request = { key: params.mission_key, expectedRevision: expectedRevision(context), change };
        return { mission: missionView(updateMission(tx, actor, request)) };
      },
    }),
    stateRoute("activate", "active", "Open a mission to players"),
    stateRoute("deactivate", "inactive", "Close a mission; progress and rewards remain"),
  ];
}

function stateRoute(
  verb: "activate" | "deactivate",
  state: "active" | "inactive",
  summary: string,
): Operation {
  return writeOperation({
    id: `${verb}MessengerMission`,
    method: "POST",
    path: `${PATH}/{mission_key}/${verb}`,
    group: MESSENGER_ADMIN_GROUP,
    summary,
    outcome: `The mission is ${state}; the answer is its new revision.`,
    access: operator("operator"),
    params: KeyPath,
    body: Type.Object({}, { description: "An empty object; may be omitted." }),
    response: MissionAnswer,
    errors:
      state === "active"
        ? [MESSENGER_ERRORS.mission_not_found, "state_conflict"]
        : [MESSENGER_ERRORS.mission_not_found],
    write: (tx, { actor, params }) => ({
      mission: missionView(setMissionState(tx, actor, { key: params.mission_key, state })),
    }),
  });
}

/** @throws Problem revision_required without the header, invalid_payload for another format */
function expectedRevision(context: Pick<Context, "header">): number {
  const text = context.header("x-expected-revision");
  if (text === null || text === "")
    throw new Problem(
      REVISION_ERRORS.revision_required,
      "Send X-Expected-Revision with the current revision of the mission.",
    );
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw invalidPayload("X-Expected-Revision", "must be a revision: a whole number");
}

function figureRoutes(sizes: AudienceSizes): Operation[] {
  return [
    readOperation({
      id: "compareMessengerMissions",
      method: "GET",
      path: `${PATH}/comparison`,
      group: MESSENGER_ADMIN_GROUP,
      summary: "Compare enrolled players with eligible players who did not enroll",
      outcome: "Figures of enrolled players and of eligible ones, by mission.",
      access: operator("viewer"),
      query: Type.Object(WindowQuery),
      response: Type.Object({
        window: WindowShape,
        count: RowCount,
        missions: Type.Array(MissionComparison, { description: "Figures by mission, the newest first." }),
      }),
      read: async ({ db, now, query }) => {
        const window = dayWindow(query, now);
        const missions = await compareMissions(db.read, window);
        return { window: dayWindowView(window), count: missions.length, missions };
      },
    }),
    readOperation({
      id: "readMessengerMissionAnalytics",
      method: "GET",
      path: `${PATH}/{mission_key}/analytics`,
      group: MESSENGER_ADMIN_GROUP,
      summary: "A mission's funnel, daily figures and decisions",
      access: operator("viewer"),
      params: KeyPath,
      query: Type.Object(WindowQuery),
      response: Type.Object({ ...MissionAnalytics.properties }),
      errors: [MESSENGER_ERRORS.mission_not_found],
      read: async ({ db, now, params, query }) => {
        const mission = requireMission(db.read, params.mission_key);
        const eligible = await sizes.of(db.read, mission.audience, now);
        return { ...missionAnalytics(db.read, mission, { window: dayWindow(query, now), eligible }) };
      },
    }),
    readOperation({
      id: "readMessengerMissionStats",
      method: "GET",
      path: `${PATH}/{mission_key}/stats`,
      group: MESSENGER_ADMIN_GROUP,
      summary: "A mission's all-time totals",
      access: operator("viewer"),
      params: KeyPath,
      response: Type.Object({ stats: Described(MissionStats, "Totals of the mission since its creation.") }),
      errors: [MESSENGER_ERRORS.mission_not_found],
      read: ({ db, params }) => ({
        stats: missionStats(db.read, requireMission(db.read, params.mission_key)),
      }),
    }),
  ];
}
