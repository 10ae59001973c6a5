/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Alert, Choice, Field, type Reader } from "../../../../pages/index.ts";
import type { WheelPreview } from "../../campaign-desk/index.ts";
import {
  AudienceChoice,
  CHANGED_SINCE,
  DeskForm,
  digestOf,
  type Entered,
  HOME,
  REWARD_OPTIONS,
  Sections,
} from "../parts.tsx";
import { inputOf, MAX_ROWS, WHEEL_FIELDS } from "./wheel-form.ts";
import { WheelOdds } from "./wheel-odds.tsx";

export const EDITOR = `${HOME}/campaigns/wheel`;

interface EditorProps {
  reader: Reader;
  entered: Entered;
  audiences: readonly string[];
  /** Rows of segments to show. */
  rows: number;
  /** What was entered, worked out; null before it is asked for or while something is wrong. */
  preview: WheelPreview | null;
}

/** A wheel as a form, with its odds and what players would win before it is saved. */
export function WheelEditor({ audiences, entered, preview, reader, rows }: EditorProps): JSX.Element {
  const token = reader.role === "viewer" ? null : reader.csrfToken;
  const { faults, message, values } = entered;
  const canSave = preview !== null && preview.excess === null;
  return (
    <>
      <Sections current={`${HOME}/campaigns`} />
      {message !== null && (
        <Alert word={message === CHANGED_SINCE ? "Not saved yet" : "Not saved"}>{message}</Alert>
      )}
      {preview !== null && <WheelOdds preview={preview} />}
      <h2 id="wheel">{values.revision === undefined ? "New wheel" : `Wheel ${values.key ?? ""}`}</h2>
      <DeskForm to={EDITOR} csrfToken={token ?? ""} isWide>
        {values.revision !== undefined && <input type="hidden" name="revision" value={values.revision} />}
        {canSave && <input type="hidden" name="seen" value={digestOf(values, WHEEL_FIELDS)} />}
        <div class="pair">
          <Field name="key" label="Key" required value={values.key} fault={faults.key} />
          <Field name="title" label="Title" required value={values.title} fault={faults.title} />
        </div>
        <Segments rows={rows} entered={entered} />
        <Terms entered={entered} audiences={audiences} />
        {token !== null && (
          <div class="buttons">
            <button type="submit" name="action" value="preview" class={canSave ? undefined : "button-main"}>
              Show odds
            </button>
            {canSave && (
              <button type="submit" name="action" value="save" class="button-main">
                Save wheel
              </button>
            )}
            {rows < MAX_ROWS && (
              <button type="submit" name="action" value="rows">
                Add rows
              </button>
            )}
          </div>
        )}
      </DeskForm>
    </>
  );
}

function Segments({ entered: { faults, values }, rows }: { rows: number; entered: Entered }): JSX.Element {
  const shown = Array.from({ length: Math.min(MAX_ROWS, rows) }, (_, row) => row);
  return (
    <fieldset>
      <legend>Segments</legend>
      <p class="note">
        A row without label and weight is left out. A segment comes as often as its weight in the sum of all.
      </p>
      <ol class="segment-rows">
        {shown.map((row) => (
          <li key={row}>
            <Field
              name={inputOf("label", row)}
              label={`Label ${row + 1}`}
              value={values[inputOf("label", row)]}
              fault={faults[inputOf("label", row)]}
            />
            <Field
              name={inputOf("weight", row)}
              label="Weight"
              value={values[inputOf("weight", row)]}
              fault={faults[inputOf("weight", row)]}
            />
            <Choice
              name={inputOf("kind", row)}
              label="Reward"
              options={REWARD_OPTIONS}
              value={values[inputOf("kind", row)]}
              fault={faults[inputOf("kind", row)]}
            />
            <Field
              name={inputOf("amount", row)}
              label="Amount"
              value={values[inputOf("amount", row)]}
              fault={faults[inputOf("amount", row)]}
            />
          </li>
        ))}
      </ol>
      <input type="hidden" name="rows" value={shown.length} />
    </fieldset>
  );
}

function Terms({ audiences, entered }: { audiences: readonly string[]; entered: Entered }): JSX.Element {
  const { faults, values } = entered;
  return (
    <>
      <div class="pair">
        <Field name="cost" label="Cost in salutes" value={values.cost} fault={faults.cost} note="Empty: 0." />
        <Field
          name="free_spin_every_hours"
          label="Hours between free spins"
          value={values.free_spin_every_hours}
          fault={faults.free_spin_every_hours}
          note="Empty: none is free by time."
        />
      </div>
      <div class="pair">
        <Field
          name="starts_at"
          label="Start (UTC)"
          value={values.starts_at}
          fault={faults.starts_at}
          note="Such as 2026-11-21T22:00. Empty: at once."
        />
        <Field
          name="ends_at"
          label="End (UTC)"
          value={values.ends_at}
          fault={faults.ends_at}
          note="Empty: never."
        />
      </div>
      <div class="pair">
        <AudienceChoice groups={audiences} entered={entered} />
        <Choice
          name="algorithm"
          label="Draw"
          options={[
            ["reject-v1", "exactly uniform (reject-v1)"],
            ["stake-v1", "as third-party verifiers do (stake-v1)"],
          ]}
          value={values.algorithm}
          fault={faults.algorithm}
        />
        <Choice
          name="enabled"
          label="State"
          options={[
            ["1", "enabled"],
            ["0", "disabled"],
          ]}
          value={values.enabled}
        />
      </div>
    </>
  );
}
