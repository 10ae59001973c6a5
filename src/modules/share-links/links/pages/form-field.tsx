/** @jsxImportSource preact */

import type { JSX } from "preact";

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
