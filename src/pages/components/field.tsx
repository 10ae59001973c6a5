/** @jsxImportSource preact */

import type { JSX } from "preact";

interface FieldProps {
  name: string;
  /** If several forms of a page have this field; the name by default. */
  id?: string;
  label: string;
  type?: "text" | "password" | "number";
  value?: string | undefined;
  required?: boolean;
  autocomplete?: string;
  /** Help for filling it in. */
  note?: string;
  /** An example, shown while the field is empty. */
  placeholder?: string;
  /** The error of the entered value. */
  fault?: string | undefined;
  minLength?: number;
}

/** A day or time in UTC; read it with `timeOfEntry`. */
export function TimeField({
  label,
  note = "",
  ...rest
}: Pick<FieldProps, "name" | "label" | "note" | "value" | "fault">): JSX.Element {
  const words = ["Such as 2026-11-22 10:30.", note].join(" ").trimEnd();
  return <Field label={`${label} (UTC)`} note={words} {...rest} />;
}

/** One line of a form: its label, the input, and a note or error. */
export function Field(props: FieldProps): JSX.Element {
  const {
    name,
    id = name,
    label,
    type = "text",
    value,
    required,
    autocomplete = "off",
    note,
    placeholder,
    fault,
    minLength,
  } = props;
  const noteId = `${id}_note`;
  const words = fault ?? note;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        // The kinds' own attributes differ, and none of them is used here.
        type={type as "text"}
        value={value}
        placeholder={placeholder}
        required={required}
        minLength={minLength}
        autocomplete={autocomplete}
        autocapitalize="off"
        spellcheck={false}
        aria-describedby={words === undefined ? undefined : noteId}
        aria-invalid={fault === undefined ? undefined : "true"}
      />
      {words !== undefined && (
        <p id={noteId} class={fault === undefined ? "note" : "note fault"}>
          {words}
        </p>
      )}
    </div>
  );
}
