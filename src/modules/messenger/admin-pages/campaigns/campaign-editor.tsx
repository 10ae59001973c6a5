/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Alert, formToken, type Reader } from "../../../../pages/index.ts";
import { MiniappSections, STALE_ODDS } from "../parts.tsx";
import { AudienceForm, chooseNoun, type FormProps, GridForm, PromoForm } from "./campaign-forms.tsx";
import { type FormName, PATH } from "./model.ts";

const FORMS: Record<FormName, (props: FormProps) => JSX.Element> = {
  promo: PromoForm,
  grid: GridForm,
  audience: AudienceForm,
};

interface CampaignEditorProps extends Omit<FormProps, "token"> {
  name: FormName;
  reader: Reader;
  /** Odds or reach of the entered values; null before a preview or if the values are invalid. */
  preview: JSX.Element | null;
}

/** The editor of a promo, grid or audience, with its preview above the form. */
export function CampaignEditor({
  entered,
  name,
  preview,
  reader,
  ...rest
}: CampaignEditorProps): JSX.Element {
  const Form = FORMS[name];
  const { message, values } = entered;
  const noun = chooseNoun(name, values);
  const key = values[`${name}_${name === "promo" ? "code" : "key"}`];
  return (
    <>
      <MiniappSections current={PATH} />
      {message !== null && (
        <Alert word={message === STALE_ODDS ? "Not saved yet" : "Not saved"}>{message}</Alert>
      )}
      {preview}
      <h2 id="edit">
        {values[`${name}_revision`] === undefined ? `New ${noun}` : `Change ${noun} ${key ?? ""}`}
      </h2>
      <Form {...rest} entered={entered} token={formToken(reader)} />
    </>
  );
}
