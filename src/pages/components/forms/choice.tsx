/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { useField } from "./form.tsx";

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
export function Choice(props: ChoiceProps): JSX.Element {
  const { name, id = name, label, options } = props;
  const { value, marks, note } = useField({
    ...props,
    values: props.value === undefined ? [] : [props.value],
  });
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} name={name} {...marks}>
        {options.map(([each, shown]) => (
          <option key={each} value={each} selected={each === value}>
            {shown}
          </option>
        ))}
      </select>
      {note}
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
  const chosen = useField({ name, label: legend, values, isBox: true });
  return (
    <fieldset>
      <legend>{legend}</legend>
      {options.map(([each, shown]) => (
        <label key={each} class="choice">
          <input type="checkbox" name={name} value={each} checked={chosen.values.includes(each)} /> {shown}
        </label>
      ))}
      {chosen.note}
    </fieldset>
  );
}

interface CheckBoxProps {
  name: string;
  /** The field's value if it is checked. */
  value?: string;
  isChecked?: boolean;
  children: ComponentChildren;
}

/** A yes or no of a form. */
export function CheckBox({ name, value = "1", isChecked = false, children }: CheckBoxProps): JSX.Element {
  const { values } = useField({ name, values: isChecked ? [value] : [], isBox: true });
  return (
    <label class="choice">
      <input type="checkbox" name={name} value={value} checked={values.includes(value)} /> {children}
    </label>
  );
}
