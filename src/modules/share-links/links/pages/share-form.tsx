/** @jsxImportSource preact */

import type { JSX } from "preact";

/** The form's input as typed. */
export interface ShareForm {
  channels: readonly string[];
  use_short: boolean;
  landing: boolean;
  /** The text of any other field; empty if it was left out. */
  readText: (field: string) => string;
}

/** A text field of the share form. */
export function Field(props: { name: string; label: string; value: string; hint: string }): JSX.Element {
  const { name, label, value, hint } = props;
  return (
    <label class="field">
      <span>{label}</span>
      <input name={name} value={value} autoComplete="off" />
      <small>{hint}</small>
    </label>
  );
}
