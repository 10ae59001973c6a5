/** @jsxImportSource preact */

import type { JSX } from "preact";
import { SERVICE_NAMES, SERVICES, type ServiceName } from "../landing/services.ts";
import { Field, type ShareForm } from "./share-form.tsx";

/** The name of a service's field in the form. */
export function serviceField(name: ServiceName): string {
  return `services.${name}`;
}

/** The landing page of the short link: for people the default. */
export function LandingFields({ form }: { form: ShareForm }): JSX.Element {
  return (
    <fieldset class="wide landing-fields">
      <legend>Landing page</legend>
      <label class="wide">
        <input type="checkbox" name="landing" value="1" defaultChecked={form.landing} />
        The short link shows a page with title, player and services instead of a redirect
      </label>
      <Field name="artist" label="Artist" value={form.textOf("artist")} hint="Beside the title" />
      <Field
        name="artwork_url"
        label="Artwork"
        value={form.textOf("artwork_url")}
        hint="Such as /covers/42.jpg; without one a picture is drawn"
      />
      {SERVICE_NAMES.map((name) => (
        <Field
          key={name}
          name={serviceField(name)}
          label={SERVICES[name].label}
          value={form.textOf(serviceField(name))}
          hint={`An address of ${SERVICES[name].hosts[0]}`}
        />
      ))}
    </fieldset>
  );
}
