/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { useField } from "./form.tsx";

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
  note?: ComponentChildren;
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
}: Pick<FieldProps, "name" | "label" | "value" | "fault"> & { note?: string }): JSX.Element {
  const words = ["Such as 2026-11-22 10:30.", note].join(" ").trimEnd();
  return <Field label={`${label} (UTC)`} note={words} {...rest} />;
}

/** One line of a form: its label, the input, and a note or error. A password is never shown again. */
export function Field(props: FieldProps): JSX.Element {
  const {
    name,
    id = name,
    label,
    type = "text",
    required,
    autocomplete = "off",
    placeholder,
    minLength,
  } = props;
  const { value, marks, note } = useField({ ...props, values: listOf(props.value) });
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        // The kinds' own attributes differ, and none of them is used here.
        type={type as "text"}
        value={type === "password" ? undefined : value}
        placeholder={placeholder}
        required={required}
        minLength={minLength}
        autocomplete={autocomplete}
        autocapitalize="off"
        spellcheck={false}
        {...marks}
      />
      {note}
    </div>
  );
}

interface TextAreaProps extends Omit<FieldProps, "type" | "autocomplete" | "minLength"> {
  rows: number;
  maxLength?: number;
  /** Whether the browser marks spelling mistakes; false by default. */
  hasProse?: boolean;
  /** File types that the page's script takes into the field, which need no script to be pasted. */
  upload?: string;
  /** Whether the script enters a file as a `data:` address; otherwise as text. */
  uploadAs?: "address";
}

/** Several lines of text in a form. */
export function TextArea(props: TextAreaProps): JSX.Element {
  const {
    name,
    id = name,
    label,
    rows,
    maxLength,
    required,
    placeholder,
    hasProse = false,
    upload,
    uploadAs,
  } = props;
  const { value, marks, note } = useField({ ...props, values: listOf(props.value) });
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        name={name}
        rows={rows}
        maxLength={maxLength}
        required={required}
        placeholder={placeholder}
        spellcheck={hasProse}
        data-upload={upload}
        data-upload-as={uploadAs}
        {...marks}
      >
        {value ?? ""}
      </textarea>
      {note}
    </div>
  );
}

function listOf(value: string | undefined): string[] {
  return value === undefined ? [] : [value];
}
