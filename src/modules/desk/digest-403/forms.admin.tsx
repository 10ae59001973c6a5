/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import { REFUSAL_REASONS } from "../../../http/answers/refusal-reason.ts";
import { type Operation, seeOther } from "../../../http/operation.ts";
import { OneOf, Text } from "../../../http/schema/shapes.ts";
import { DAY_MS, isoUtc } from "../../../kit/clock.ts";
import type { Site } from "../../../pages/index.ts";
import { Action, Field, type Reader } from "../../../pages/index.ts";
import type { SuppressionState } from "../../access/refusals/index.ts";
import {
  MAX_DAYS,
  type RefusalSource,
  SUPPRESSION_ERRORS,
  SUPPRESSION_METHODS,
  updateSuppressions,
} from "../../access/refusals/index.ts";
import { adminForm, adminPage } from "../../platform/admin-page/index.ts";
import { CREATE_PATH, FORMS } from "./rules-section.tsx";

const BACK = "/admin/ops/403-digest#rules";
const Revision = { expected_revision: Text(64) };

const AddForm = Type.Object({
  ...Revision,
  path_glob: Text(256),
  method: Type.Optional(OneOf(SUPPRESSION_METHODS)),
  reason: Type.Optional(OneOf(REFUSAL_REASONS)),
  key_id: Type.Optional(Text(64)),
  source: Type.Optional(Text(64)),
  note: Type.Optional(Text(500)),
  owner: Text(100),
  days: Type.Integer({ minimum: 1, maximum: MAX_DAYS }),
});

const RemoveForm = Type.Object({ ...Revision, id: Text(64) });

/** The page of a new rule, and the forms that add and remove one; API clients POST to the suppressions path instead. */
export function suppressionForms(site: Site, { live, refusals }: RefusalSource): Operation[] {
  const { suppressions } = refusals;
  const errors = ["state_conflict", SUPPRESSION_ERRORS.revision_conflict] as const;
  return [
    adminPage(site, {
      id: "newSuppressionPage",
      path: CREATE_PATH,
      summary: "The form that adds a suppression rule",
      title: "Add a suppression rule",
      role: "operator",
      content: ({ reader, now }) => <NewRule reader={reader} state={suppressions.read(now)} />,
    }),
    adminForm(site, {
      id: "addSuppression",
      path: `${FORMS}/add`,
      page: CREATE_PATH,
      summary: "Add a suppression rule",
      done: "Rule added.",
      role: "operator",
      form: AddForm,
      errors,
      submit: async ({ actor, body: { days, ...rule }, now }) => {
        const expires_at = isoUtc(now + days * DAY_MS);
        await live.writer.run((tx) =>
          updateSuppressions(tx, suppressions, { actor, change: { action: "add", ...rule, expires_at } }),
        );
        return seeOther(BACK);
      },
    }),
    adminForm(site, {
      id: "removeSuppression",
      path: `${FORMS}/remove`,
      summary: "Remove a suppression rule",
      done: "Rule removed.",
      role: "operator",
      form: RemoveForm,
      errors: [...errors, "not_found"],
      submit: async ({ actor, body }) => {
        await live.writer.run((tx) =>
          updateSuppressions(tx, suppressions, { actor, change: { action: "remove", ...body } }),
        );
        return seeOther(BACK);
      },
    }),
  ];
}

/** The form that adds a suppression rule; an invalid file is never replaced. */
function NewRule({ reader, state }: { reader: Reader; state: SuppressionState }): JSX.Element {
  return (
    <Action to={`${FORMS}/add`} csrfToken={reader.csrfToken ?? ""} label="Add rule" main>
      <input type="hidden" name="expected_revision" value={state.revision} />
      <Field name="path_glob" label="Paths" required note="* within a segment, ** across" />
      <Field name="method" label="Method" note="GET, POST, PATCH, DELETE; empty: all" />
      <Field name="reason" label="Reason" note="such as role or scope; empty: all" />
      <Field name="key_id" label="Key id" note="Empty: all" />
      <Field name="source" label="Network" note="An address or a CIDR range; empty: all" />
      <Field name="note" label="Note" />
      <Field name="owner" label="Owner" value={reader.name} required />
      <Field name="days" label="Days" type="number" value="30" required note="At most 365" />
    </Action>
  );
}
