/** @jsxImportSource preact */

import type { JSX } from "preact";
import { useWords } from "../../../../pages/index.ts";
import { SERVICE_NAMES, SERVICES, type ServiceName } from "../landing/services.ts";
import { Field, type ShareForm } from "./share-form.tsx";
import { SHARE_PAGE_WORDS } from "./words/index.ts";

/** The name of a service's field in the form. */
export function serviceField(name: ServiceName): string {
  return `services.${name}`;
}

/** The landing page of the short link: for people the default. */
export function LandingFields({ form }: { form: ShareForm }): JSX.Element {
  const words = useWords(SHARE_PAGE_WORDS);
  return (
    <fieldset class="wide landing-fields">
      <legend>{words.say("landing")}</legend>
      <label class="wide">
        <input type="checkbox" name="landing" value="1" defaultChecked={form.landing} />
        {words.say("landing_choice")}
      </label>
      <Field
        name="artist"
        label={words.say("artist")}
        value={form.readText("artist")}
        hint={words.say("artist_hint")}
      />
      <Field
        name="artwork_url"
        label={words.say("artwork")}
        value={form.readText("artwork_url")}
        hint={words.say("artwork_hint", { path: "/covers/42.jpg" })}
      />
      {SERVICE_NAMES.map((name) => (
        <Field
          key={name}
          name={serviceField(name)}
          label={SERVICES[name].label}
          value={form.readText(serviceField(name))}
          hint={words.say("service_hint", { host: SERVICES[name].hosts[0] ?? "" })}
        />
      ))}
    </fieldset>
  );
}
