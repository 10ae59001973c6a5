/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import type { Sql } from "../../../../db/sql.ts";
import { Problem } from "../../../../http/answers/problem.ts";
import { ShownQuery } from "../../../../http/input/paging.ts";
import { dayWindow } from "../../../../http/input/window.ts";
import { type Operation, seeOther } from "../../../../http/operation.ts";
import { OneOf } from "../../../../http/schema/shapes.ts";
import type { Reader } from "../../../../pages/index.ts";
import { adminForm, adminPage, adminResponse } from "../../../platform/admin-page/index.ts";
import { type AudienceSizes, Key, listGroupKeys } from "../../audiences/index.ts";
import { MESSENGER_ERRORS } from "../../errors.ts";
import {
  createMission,
  listMissions,
  listRevisions,
  MissionPatch,
  missionAnalytics,
  missionView,
  NewMission,
  requireMission,
  setMissionState,
  updateMission,
} from "../../missions/index.ts";
import { REVISION_ERRORS } from "../../revisions/index.ts";
import { formParser } from "../form-parser.ts";
import { EMPTY_FORM, type EnteredForm, refusedForm } from "../parts.tsx";
import type { DeskParts } from "../routes.overview.tsx";
import {
  MISSION_INPUTS,
  MissionChangeForm,
  MissionForm,
  missionBody,
  missionFormValues,
} from "./mission-form.ts";
import { MissionContent } from "./mission-page.tsx";
import { CREATE_PATH, MissionsContent, NewMissionForm, PATH } from "./missions-page.tsx";

const MISSION_PATH = `${PATH}/{mission_key}`;
const KeyPath = Type.Object({ mission_key: Key });
const MAX_SHOWN = 1_000;
const MAX_REVISIONS = 50;

const parseNewMission = formParser(NewMission);
const parseMissionPatch = formParser(MissionPatch);

/** The list of missions, a page per mission, and the forms that create and change missions. */
export function missionPages({ live, site }: DeskParts, sizes: AudienceSizes): Operation[] {
  const newContent = (sql: Sql, reader: Reader, entered: EnteredForm): JSX.Element => (
    <NewMissionForm csrfToken={reader.csrfToken ?? ""} audiences={listGroupKeys(sql)} entered={entered} />
  );
  return [
    adminPage(site, {
      id: "miniappMissionsPage",
      path: PATH,
      summary: "Missions of the mini-app, newest first",
      title: "Missions",
      query: Type.Object({
        state: Type.Optional(
          OneOf(["draft", "active", "inactive"], { description: "Only missions in this state." }),
        ),
        ...ShownQuery,
      }),
      content: ({ reader, sql, query }) => {
        const missions = listMissions(sql, MAX_SHOWN)
          .filter(({ state }) => query.state === undefined || state === query.state)
          .map(missionView);
        return <MissionsContent {...{ reader, missions, query }} />;
      },
    }),
    adminPage(site, {
      id: "newMissionPage",
      path: CREATE_PATH,
      summary: "The form that creates a mission",
      title: "New mission",
      role: "operator",
      content: ({ reader, sql }) => newContent(sql, reader, EMPTY_FORM),
    }),
    adminForm(site, {
      id: "makeMissionForm",
      path: PATH,
      page: CREATE_PATH,
      summary: "Create a mission as a draft",
      done: "Draft created.",
      role: "operator",
      form: MissionForm,
      errors: ["state_conflict"],
      submit: async ({ actor, body, reader }) => {
        try {
          const mission = parseNewMission({ mission_key: body.mission_key ?? "", ...missionBody(body) });
          await live.writer.run((tx) => createMission(tx, actor, mission));
          return seeOther(`${PATH}/${mission.mission_key}`);
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          const page = newContent(live.read, reader, refusedForm(body, error, MISSION_INPUTS));
          return adminResponse(site, reader, {
            path: CREATE_PATH,
            title: "New mission",
            content: page,
            status: error.status,
          });
        }
      },
    }),
    ...missionDetailPages({ live, site }, sizes),
  ];
}

function missionDetailPages(
  { live, site }: Pick<DeskParts, "live" | "site">,
  sizes: AudienceSizes,
): Operation[] {
  return [
    adminPage(site, {
      id: "miniappMissionPage",
      path: MISSION_PATH,
      summary: "A mission: funnel, daily figures, decisions, and the form that changes it",
      title: ({ params }) => `${params.mission_key}, mission`,
      params: KeyPath,
      errors: [MESSENGER_ERRORS.mission_not_found],
      content: ({ now, params, reader, sql }) =>
        missionContent({ sql, reader, now, sizes }, params.mission_key, null),
    }),
    adminForm(site, {
      id: "changeMissionForm",
      path: MISSION_PATH,
      summary: "Change a mission",
      done: "Mission changed.",
      role: "operator",
      params: KeyPath,
      form: MissionChangeForm,
      errors: [MESSENGER_ERRORS.mission_not_found, REVISION_ERRORS.revision_conflict, "state_conflict"],
      submit: async ({ actor, body, now, params, reader }) => {
        const key = params.mission_key;
        try {
          const change = parseMissionPatch(missionBody(body));
          const expectedRevision = Number(body.revision ?? "0");
          await live.writer.run((tx) => updateMission(tx, actor, { key, expectedRevision, change }));
          return seeOther(`${PATH}/${key}`);
        } catch (error) {
          if (!(error instanceof Problem) || error.status === 404) throw error;
          const entered = refusedForm(body, error, MISSION_INPUTS);
          const page = await missionContent({ sql: live.read, reader, now, sizes }, key, entered);
          return adminResponse(site, reader, {
            path: PATH,
            title: "Mission",
            content: page,
            status: error.status,
          });
        }
      },
    }),
    stateForm("activate", { live, site }),
    stateForm("deactivate", { live, site }),
  ];
}

function stateForm(
  verb: "activate" | "deactivate",
  { live, site }: Pick<DeskParts, "live" | "site">,
): Operation {
  const isActivation = verb === "activate";
  return adminForm(site, {
    id: `${verb}MissionForm`,
    path: `${MISSION_PATH}/${verb}`,
    summary: isActivation ? "Open a mission to players" : "Close a mission",
    done: isActivation ? "The mission is open to players." : "The mission is closed.",
    role: "operator",
    params: KeyPath,
    errors: isActivation
      ? [MESSENGER_ERRORS.mission_not_found, "state_conflict"]
      : [MESSENGER_ERRORS.mission_not_found],
    submit: async ({ actor, params }) => {
      const state = isActivation ? "active" : "inactive";
      await live.writer.run((tx) => setMissionState(tx, actor, { key: params.mission_key, state }));
      return seeOther(`${PATH}/${params.mission_key}`);
    },
  });
}

interface MissionContext {
  sql: Sql;
  reader: Reader;
  now: number;
  sizes: AudienceSizes;
}

/** @param entered the submitted form; null shows the stored mission */
async function missionContent(
  { now, reader, sizes, sql }: MissionContext,
  key: string,
  entered: EnteredForm | null,
): Promise<JSX.Element> {
  const row = requireMission(sql, key);
  const mission = missionView(row);
  const eligible = await sizes.of(sql, row.audience, now);
  return (
    <MissionContent
      reader={reader}
      mission={mission}
      analytics={missionAnalytics(sql, row, { window: dayWindow({}, now), eligible })}
      revisions={listRevisions(sql, row.id, MAX_REVISIONS)}
      audiences={listGroupKeys(sql)}
      entered={entered ?? { ...EMPTY_FORM, values: missionFormValues(mission) }}
      now={now}
    />
  );
}
