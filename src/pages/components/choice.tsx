/** @jsxImportSource preact */

import type { JSX } from "preact";

interface ChoiceProps {
  name: string;
  /** Needed if a page has several forms with this field; the name by default. */
  id?: string;
  label: string;
  /** Values, each with how it is shown. */
  options: readonly (readonly [value: string, label: string])[];
  value?: string | undefined;
  /** Error of the selection. */
  fault?: string | undefined;
}

/** A line of a form with one of several values. */
export function Choice({ name, id = name, label, options, value, fault }: ChoiceProps): JSX.Element {
  const noteId = `${id}_note`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        name={name}
        aria-describedby={fault === undefined ? undefined : noteId}
        aria-invalid={fault === undefined ? undefined : "true"}
      >
        {options.map(([each, shown]) => (
          <option key={each} value={each} selected={each === value}>
            {shown}
          </option>
        ))}
      </select>
      {fault !== undefined && (
        <p id={noteId} class="note fault">
          {fault}
        </p>
      )}
    </div>
  );
}

interface ChoicesProps {
  name: string;
  legend: string;
  /** Values, each with how it is shown. */
  options: readonly (readonly [value: string, label: string])[];
  values: readonly string[];
}

/** The part of a form with any number of several values. */
export function Choices({ name, legend, options, values }: ChoicesProps): JSX.Element {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {options.map(([each, shown]) => (
        <label key={each} class="choice">
          <input type="checkbox" name={name} value={each} checked={values.includes(each)} /> {shown}
        </label>
      ))}
    </fieldset>
  );
}
