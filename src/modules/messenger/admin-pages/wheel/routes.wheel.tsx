/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import type { Sql } from "../../../../db/sql.ts";
import { Problem } from "../../../../http/answers/problem.ts";
import { type Operation, seeOther } from "../../../../http/operation.ts";
import type { Reader } from "../../../../pages/index.ts";
import { adminForm, adminPage, adminResponse } from "../../../platform/admin-page/index.ts";
import { Key, listGroups } from "../../audiences/index.ts";
import {
  CAMPAIGN_ERRORS,
  editWheel,
  NewWheel,
  previewWheel,
  type WheelPreview,
  wheelView,
} from "../../campaign-desk/index.ts";
import { findWheel } from "../../campaigns/index.ts";
import { REVISION_ERRORS } from "../../revisions/index.ts";
import { judgeOf } from "../judge.ts";
import { CHANGED_SINCE, digestOf, type Entered, enteredWith, HOME, NOTHING_ENTERED } from "../parts.tsx";
import type { DeskParts } from "../routes.overview.tsx";
import { EDITOR, WheelEditor } from "./wheel-editor.tsx";
import {
  filledRows,
  MAX_ROWS,
  WHEEL_FIELDS,
  type WheelFields,
  WheelForm,
  wheelFieldsOf,
  wheelInputs,
  wheelOf,
} from "./wheel-form.ts";

const MAX_GROUPS = 500;
const FIRST_ROWS = 6;
const SPARE_ROWS = 4;
const ADDED_ROWS = 8;
const judge = judgeOf(NewWheel);

/** The editor of wheels: odds, worth and a simulated distribution before anything is saved. */
export function wheelPages({ live, site }: DeskParts, maxExpectedValue: number): Operation[] {
  return [
    adminPage(site, {
      id: "miniappWheelPage",
      path: EDITOR,
      summary: "Make or change a wheel, with its odds before it is saved",
      title: "Wheel",
      query: Type.Object({ key: Type.Optional(Key) }),
      errors: ["not_found"],
      content: ({ query, reader, sql }) => {
        if (query.key === undefined) return editorContent(sql, reader, NOTHING_ENTERED, null);
        const row = findWheel(sql, query.key);
        if (row === null) throw new Problem("not_found", `Name another wheel: there is no ${query.key}.`);
        const wheel = wheelView(sql, row);
        const entered = { ...NOTHING_ENTERED, values: wheelFieldsOf(wheel) };
        const preview = previewWheel(sql, judge(wheelOf(entered.values as WheelFields)), maxExpectedValue);
        return editorContent(sql, reader, entered, preview);
      },
    }),
    adminForm(site, {
      id: "editWheelForm",
      path: EDITOR,
      summary: "Show the odds of a wheel as entered, or save it",
      role: "operator",
      form: WheelForm,
      done: ({ key }) => `Saved wheel ${key ?? ""}.`,
      errors: [CAMPAIGN_ERRORS.expected_value_too_high, REVISION_ERRORS.revision_conflict, "state_conflict"],
      submit: async ({ actor, body, reader }) => {
        const values = body as WheelFields;
        if (values.action === "rows") {
          const page = editorContent(live.read, reader, { ...NOTHING_ENTERED, values }, null);
          return adminResponse(site, reader, { path: EDITOR, title: "Wheel", content: page });
        }
        let preview: WheelPreview | null = null;
        try {
          const wheel = judge(wheelOf(values));
          preview = previewWheel(live.read, wheel, maxExpectedValue);
          const isChanged = values.seen !== undefined && values.seen !== digestOf(values, WHEEL_FIELDS);
          if (values.action === "save" && !isChanged) {
            await live.writer.run((tx) => editWheel(tx, actor, wheel, maxExpectedValue));
            return seeOther(`${HOME}/campaigns#wheels`);
          }
          const message = values.action === "save" ? CHANGED_SINCE : null;
          const page = editorContent(live.read, reader, { values, faults: {}, message }, preview);
          return adminResponse(site, reader, { path: EDITOR, title: "Wheel", content: page });
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          const entered = enteredWith(values, error, wheelInputs(values));
          const page = editorContent(live.read, reader, entered, preview);
          return adminResponse(site, reader, {
            path: EDITOR,
            title: "Wheel",
            content: page,
            status: error.status,
          });
        }
      },
    }),
  ];
}

function editorContent(
  sql: Sql,
  reader: Reader,
  entered: Entered,
  preview: WheelPreview | null,
): JSX.Element {
  const filled = filledRows(entered.values as WheelFields);
  const shown = Number(entered.values.rows ?? FIRST_ROWS) || FIRST_ROWS;
  const wanted = shown + (entered.values.action === "rows" ? ADDED_ROWS : 0);
  const rows = Math.min(MAX_ROWS, Math.max(wanted, (filled.at(-1) ?? 0) + 1 + SPARE_ROWS));
  const audiences = listGroups(sql, MAX_GROUPS).map(({ key }) => key);
  return <WheelEditor {...{ reader, entered, audiences, rows, preview }} />;
}
