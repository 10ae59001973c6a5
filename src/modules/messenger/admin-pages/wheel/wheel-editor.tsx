/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Alert, formToken, type Reader } from "../../../../pages/index.ts";
import type { WheelPreview } from "../../campaign-desk/index.ts";
import {
  AlgorithmField,
  AudienceField,
  OverrideField,
  PeriodFields,
  RewardKindField,
  StateField,
  TextField,
} from "../form-fields.tsx";
import { DeskForm, type EnteredForm, HOME, hashFormValues, MiniappSections, STALE_ODDS } from "../parts.tsx";
import { MAX_ROWS, nameInput, type WheelFields, wheelBody } from "./wheel-form.ts";
import { WheelOdds } from "./wheel-odds.tsx";

export const EDITOR = `${HOME}/campaigns/wheel`;

interface EditorProps {
  reader: Reader;
  entered: EnteredForm;
  audiences: readonly string[];
  /** Number of segment rows to show. */
  rows: number;
  /** Odds of the entered values; null before a preview or if the values are invalid. */
  preview: WheelPreview | null;
}

/** The editor of a wheel, with the preview above the form. */
export function WheelEditor({ audiences, entered, preview, reader, rows }: EditorProps): JSX.Element {
  const token = formToken(reader);
  const { message, values } = entered;
  const canSave = preview !== null && preview.excess === null;
  return (
    <>
      <MiniappSections current={`${HOME}/campaigns`} />
      {message !== null && (
        <Alert word={message === STALE_ODDS ? "Not saved yet" : "Not saved"}>{message}</Alert>
      )}
      {preview !== null && <WheelOdds preview={preview} />}
      <h2 id="wheel">{values.revision === undefined ? "New wheel" : `Wheel ${values.key ?? ""}`}</h2>
      <DeskForm to={EDITOR} csrfToken={token} isWide>
        {values.revision !== undefined && <input type="hidden" name="revision" value={values.revision} />}
        {canSave && (
          <input type="hidden" name="seen" value={hashFormValues(wheelBody(values as WheelFields))} />
        )}
        <div class="pair">
          <TextField name="key" label="Key" required entered={entered} />
          <TextField name="title" label="Title" required entered={entered} />
        </div>
        <Segments rows={rows} entered={entered} />
        <WheelSettings entered={entered} audiences={audiences} />
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

function Segments({ entered, rows }: { rows: number; entered: EnteredForm }): JSX.Element {
  const shown = Array.from({ length: Math.min(MAX_ROWS, rows) }, (_, row) => row);
  return (
    <fieldset>
      <legend>Segments</legend>
      <p class="note">
        Rows without a label and a weight are ignored. A segment's probability is its weight divided by the
        total weight.
      </p>
      <ol class="segment-rows">
        {shown.map((row) => (
          <li key={row}>
            <TextField name={nameInput("label", row)} label={`Label ${row + 1}`} entered={entered} />
            <TextField name={nameInput("weight", row)} label="Weight" entered={entered} />
            <RewardKindField name={nameInput("kind", row)} entered={entered} />
            <TextField name={nameInput("amount", row)} label="Amount" entered={entered} />
          </li>
        ))}
      </ol>
      <input type="hidden" name="rows" value={shown.length} />
    </fieldset>
  );
}

function WheelSettings({ audiences, entered }: Pick<EditorProps, "audiences" | "entered">): JSX.Element {
  return (
    <>
      <div class="pair">
        <TextField name="cost" label="Cost in salutes" note="Empty: 0." entered={entered} />
        <TextField
          name="free_spin_every_hours"
          label="Hours between free spins"
          note="Empty: no timed free spins."
          entered={entered}
        />
      </div>
      <PeriodFields entered={entered} />
      <div class="pair">
        <AudienceField groups={audiences} entered={entered} />
        <AlgorithmField entered={entered} />
        <StateField entered={entered} />
      </div>
      <OverrideField entered={entered} />
    </>
  );
}
