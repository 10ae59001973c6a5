/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Alert, type Reader } from "../../../../pages/index.ts";
import { CHANGED_SINCE, Sections } from "../parts.tsx";
import type { FormName } from "./campaign-fields.tsx";
import { AudienceForm, type FormProps, GridForm, PATH, PromoForm } from "./campaign-forms.tsx";

const FORMS: Record<FormName, (props: FormProps) => JSX.Element> = {
  promo: PromoForm,
  grid: GridForm,
  audience: AudienceForm,
};

interface CampaignEditorProps extends Omit<FormProps, "token"> {
  name: FormName;
  reader: Reader;
  /** What was entered, worked out; null before it is asked for or while something is wrong. */
  preview: JSX.Element | null;
}

/** A promo, grid or audience as a form, under what it means. */
export function CampaignEditor({
  entered,
  name,
  preview,
  reader,
  ...rest
}: CampaignEditorProps): JSX.Element {
  const Form = FORMS[name];
  const { message, values } = entered;
  const key = values[`${name}_${name === "promo" ? "code" : "key"}`];
  return (
    <>
      <Sections current={PATH} />
      {message !== null && (
        <Alert word={message === CHANGED_SINCE ? "Not saved yet" : "Not saved"}>{message}</Alert>
      )}
      {preview}
      <h2 id="edit">
        {values[`${name}_revision`] === undefined ? `New ${name}` : `Change ${name} ${key ?? ""}`}
      </h2>
      <Form {...rest} entered={entered} token={reader.role === "viewer" ? null : reader.csrfToken} />
    </>
  );
}
