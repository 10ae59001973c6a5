/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import type { Sql } from "../../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../../http/answers/problem.ts";
import { type Operation, seeOther } from "../../../../http/operation.ts";
import type { Reader } from "../../../../pages/index.ts";
import { adminForm, adminPage, adminResponse } from "../../../platform/admin-page/index.ts";
import { Key, listGroupKeys } from "../../audiences/index.ts";
import {
  CAMPAIGN_ERRORS,
  NewWheel,
  previewWheel,
  setWheel,
  type WheelPreview,
  wheelView,
} from "../../campaign-desk/index.ts";
import { findWheel } from "../../campaigns/index.ts";
import { REVISION_ERRORS } from "../../revisions/index.ts";
import { campaignsPath } from "../campaigns/model.ts";
import { formParser } from "../form-parser.ts";
import { EMPTY_FORM, type EnteredForm, hashFormValues, refusedForm, STALE_ODDS, TAKEN } from "../parts.tsx";
import type { DeskParts } from "../routes.overview.tsx";
import { EDITOR, WheelEditor } from "./wheel-editor.tsx";
import {
  filledRows,
  MAX_ROWS,
  toWheelFields,
  type WheelFields,
  WheelForm,
  wheelBody,
  wheelInputs,
} from "./wheel-form.ts";

const FIRST_ROWS = 6;
const SPARE_ROWS = 4;
const ADDED_ROWS = 8;
const parseWheel = formParser(NewWheel);

/** The wheel editor: shows odds, expected value and a simulated distribution before a wheel is saved. */
export function wheelPages({ live, site }: DeskParts, maxExpectedValue: number): Operation[] {
  return [
    adminPage(site, {
      id: "miniappWheelPage",
      path: EDITOR,
      summary: "Create or change a wheel, with its odds before it is saved",
      title: "Wheel",
      query: Type.Object({ key: Type.Optional(Key) }),
      errors: ["not_found"],
      content: ({ now, query, reader, sql }) => {
        if (query.key === undefined) return editorContent(sql, reader, { entered: EMPTY_FORM });
        const row = findWheel(sql, query.key);
        if (row === null) throw new Problem("not_found", `Name another wheel: there is no ${query.key}.`);
        const wheel = wheelView(sql, row);
        const entered = { ...EMPTY_FORM, values: toWheelFields(wheel) };
        const body = parseWheel(wheelBody(entered.values as WheelFields));
        const preview = previewWheel(sql, body, { maxExpectedValue, now });
        return editorContent(sql, reader, { entered, preview });
      },
    }),
    wheelForm({ live, site }, maxExpectedValue),
  ];
}

function wheelForm({ live, site }: Pick<DeskParts, "live" | "site">, maxExpectedValue: number): Operation {
  return adminForm(site, {
    id: "editWheelForm",
    path: EDITOR,
    summary: "Preview the odds of the entered wheel, or save it",
    role: "operator",
    form: WheelForm,
    done: ({ key }) => `Saved wheel ${key ?? ""}.`,
    errors: [
      CAMPAIGN_ERRORS.expected_value_too_high,
      CAMPAIGN_ERRORS.game_mints,
      REVISION_ERRORS.revision_conflict,
      "state_conflict",
    ],
    submit: async ({ actor, body, now, reader }) => {
      const values = body as WheelFields;
      const respond = (content: EditorContent, status = 200) =>
        adminResponse(site, reader, {
          path: EDITOR,
          title: "Wheel",
          content: editorContent(live.read, reader, content),
          status,
        });
      if (values.action === "rows") return respond({ entered: { ...EMPTY_FORM, values } });
      let preview: WheelPreview | null = null;
      try {
        const entered = wheelBody(values);
        const wheel = parseWheel(entered);
        requireFree(live.read, values);
        preview = previewWheel(live.read, wheel, { maxExpectedValue, now });
        const isChanged = values.seen !== undefined && values.seen !== hashFormValues(entered);
        if (values.action === "save" && !isChanged) {
          await live.writer.run((tx) => {
            requireFree(tx, values);
            setWheel(tx, actor, { wheel, maxExpectedValue });
          });
          return seeOther(campaignsPath("wheels"));
        }
        const message = values.action === "save" ? STALE_ODDS : null;
        return respond({ entered: { values, faults: {}, message }, preview });
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return respond({ entered: refusedForm(values, error, wheelInputs(values)), preview }, error.status);
      }
    },
  });
}

/** @throws Problem invalid_payload if the form for a new wheel names an existing one, which it would replace */
function requireFree(sql: Sql, { key = "", revision }: WheelFields): void {
  if (revision === undefined && findWheel(sql, key) !== null) throw invalidPayload("key", TAKEN);
}

interface EditorContent {
  entered: EnteredForm;
  preview?: WheelPreview | null;
}

function editorContent(sql: Sql, reader: Reader, { entered, preview = null }: EditorContent): JSX.Element {
  const filled = filledRows(entered.values as WheelFields);
  const shown = Number(entered.values.rows ?? FIRST_ROWS) || FIRST_ROWS;
  const wanted = shown + (entered.values.action === "rows" ? ADDED_ROWS : 0);
  const rows = Math.min(MAX_ROWS, Math.max(wanted, (filled.at(-1) ?? 0) + 1 + SPARE_ROWS));
  const audiences = listGroupKeys(sql);
  return <WheelEditor {...{ reader, entered, audiences, rows, preview }} />;
}
