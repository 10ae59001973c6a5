/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import type { Sql } from "../../../../db/sql.ts";
import { Problem } from "../../../../http/answers/problem.ts";
import { dayWindow } from "../../../../http/input/window.ts";
import { type Operation, seeOther } from "../../../../http/operation.ts";
import type { Reader } from "../../../../pages/index.ts";
import { adminForm, adminPage, adminResponse } from "../../../platform/admin-page/index.ts";
import { type AudienceSizes, Key, listGroups } from "../../audiences/index.ts";
import { MESSENGER_ERRORS } from "../../errors.ts";
import {
  changeMission,
  createMission,
  listMissions,
  listRevisions,
  MissionPatch,
  missionAnalytics,
  missionView,
  NewMission,
  requireMission,
  setMissionState,
} from "../../missions/index.ts";
import { REVISION_ERRORS } from "../../revisions/index.ts";
import { judgeOf } from "../judge.ts";
import { type Entered, enteredWith, HOME, NOTHING_ENTERED } from "../parts.tsx";
import type { DeskParts } from "../routes.overview.tsx";
import { fieldsOf, MISSION_INPUTS, MissionChangeForm, MissionForm, missionOf } from "./mission-form.ts";
import { MissionContent, MissionsContent } from "./missions-page.tsx";

const PATH = `${HOME}/missions`;
const ONE = `${PATH}/{mission_key}`;
const KeyPath = Type.Object({ mission_key: Key });
const MAX_SHOWN = 1_000;
const MAX_REVISIONS = 50;
const MAX_GROUPS = 500;

const judgeNew = judgeOf(NewMission);
const judgeChange = judgeOf(MissionPatch);

/** Missions: all of them, one with its funnel, and the forms that make and change them. */
export function missionPages({ live, site }: DeskParts, sizes: AudienceSizes): Operation[] {
  const listContent = (sql: Sql, reader: Reader, entered: Entered): JSX.Element => (
    <MissionsContent
      reader={reader}
      missions={listMissions(sql, MAX_SHOWN).map(missionView)}
      audiences={audienceKeys(sql)}
      entered={entered}
    />
  );
  return [
    adminPage(site, {
      id: "miniappMissionsPage",
      path: PATH,
      summary: "Missions of the mini-app, and the form that makes one",
      title: "Missions",
      content: ({ reader, sql }) => listContent(sql, reader, NOTHING_ENTERED),
    }),
    adminForm(site, {
      id: "makeMissionForm",
      path: PATH,
      summary: "Make a mission, as a draft",
      role: "operator",
      form: MissionForm,
      errors: ["state_conflict"],
      submit: async ({ actor, body, reader }) => {
        try {
          const wanted = judgeNew({ mission_key: body.mission_key ?? "", ...missionOf(body) });
          await live.writer.run((tx) => createMission(tx, actor, wanted));
          return seeOther(`${PATH}/${wanted.mission_key}`);
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          const page = listContent(live.read, reader, enteredWith(body, error, MISSION_INPUTS));
          return adminResponse(site, reader, {
            path: PATH,
            title: "Missions",
            content: page,
            status: error.status,
          });
        }
      },
    }),
    ...onePages({ live, site }, sizes),
  ];
}

function onePages({ live, site }: Pick<DeskParts, "live" | "site">, sizes: AudienceSizes): Operation[] {
  return [
    adminPage(site, {
      id: "miniappMissionPage",
      path: ONE,
      summary: "A mission: funnel, days, decisions, and the form that changes it",
      title: "Mission",
      params: KeyPath,
      errors: [MESSENGER_ERRORS.mission_not_found],
      content: ({ now, params, reader, sql }) =>
        oneContent({ sql, reader, now, sizes }, params.mission_key, null),
    }),
    adminForm(site, {
      id: "changeMissionForm",
      path: ONE,
      summary: "Change a mission",
      role: "operator",
      params: KeyPath,
      form: MissionChangeForm,
      errors: [MESSENGER_ERRORS.mission_not_found, REVISION_ERRORS.revision_conflict, "state_conflict"],
      submit: async ({ actor, body, now, params, reader }) => {
        const key = params.mission_key;
        try {
          const change = judgeChange(missionOf(body));
          const expectedRevision = Number(body.revision ?? "0");
          await live.writer.run((tx) => changeMission(tx, actor, { key, expectedRevision, change }));
          return seeOther(`${PATH}/${key}`);
        } catch (error) {
          if (!(error instanceof Problem) || error.status === 404) throw error;
          const entered = enteredWith(body, error, MISSION_INPUTS);
          const page = await oneContent({ sql: live.read, reader, now, sizes }, key, entered);
          return adminResponse(site, reader, {
            path: PATH,
            title: "Mission",
            content: page,
            status: error.status,
          });
        }
      },
    }),
    ...(["activate", "deactivate"] as const).map((verb) =>
      adminForm(site, {
        id: `${verb}MissionForm`,
        path: `${ONE}/${verb}`,
        summary: verb === "activate" ? "Open a mission to players" : "Close a mission",
        role: "operator",
        params: KeyPath,
        errors:
          verb === "activate"
            ? [MESSENGER_ERRORS.mission_not_found, "state_conflict"]
            : [MESSENGER_ERRORS.mission_not_found],
        submit: async ({ actor, params }) => {
          const state = verb === "activate" ? "active" : "inactive";
          await live.writer.run((tx) => setMissionState(tx, actor, params.mission_key, state));
          return seeOther(`${PATH}/${params.mission_key}`);
        },
      }),
    ),
  ];
}

interface OneParts {
  sql: Sql;
  reader: Reader;
  now: number;
  sizes: AudienceSizes;
}

/** @param entered null: the form shows the mission as it is */
async function oneContent(
  { now, reader, sizes, sql }: OneParts,
  key: string,
  entered: Entered | null,
): Promise<JSX.Element> {
  const row = requireMission(sql, key);
  const mission = missionView(row);
  const eligible = await sizes.of(sql, row.audience, now);
  return (
    <MissionContent
      reader={reader}
      mission={mission}
      analytics={missionAnalytics(sql, row, dayWindow({}, now), eligible)}
      revisions={listRevisions(sql, row.id, MAX_REVISIONS)}
      audiences={audienceKeys(sql)}
      entered={entered ?? { ...NOTHING_ENTERED, values: fieldsOf(mission) }}
      now={now}
    />
  );
}

function audienceKeys(sql: Sql): string[] {
  return listGroups(sql, MAX_GROUPS).map(({ key }) => key);
}
