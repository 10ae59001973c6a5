/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Action, Field, type Reader } from "../../../pages/index.ts";
import type { SuppressionState } from "../../access/refusals/index.ts";
import { FORMS } from "./rules-section.tsx";

/** The form that adds a suppression rule; an invalid file is never replaced. */
export function NewRule({ reader, state }: { reader: Reader; state: SuppressionState }): JSX.Element {
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
