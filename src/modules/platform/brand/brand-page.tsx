/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Action,
  type Brand,
  type BrandValues,
  CheckBox,
  Field,
  KeyValue,
  type Reader,
  TextArea,
} from "../../../pages/index.ts";
import { hashStored } from "../admin-page/index.ts";
import { linksText } from "./links-text.ts";
import type { StoredBrand } from "./model.ts";
import { previewAddress } from "./preview.ts";

export const PATH = "/admin/brand";

/** Fields as the form has them. */
export interface EnteredBrand {
  name?: string | undefined;
  text?: string | undefined;
  colour?: string | undefined;
  links?: string | undefined;
  logo?: string | undefined;
  remove_logo?: boolean | undefined;
}

interface BrandPageProps {
  reader: Reader;
  brand: Brand;
  stored: Readonly<StoredBrand>;
  settings: BrandValues;
}

/** The brand in force, and the form that changes it. */
export function BrandContent({ brand, ...form }: BrandPageProps): JSX.Element {
  return (
    <>
      <p>
        The project's face on public pages, cards and mails. An empty field follows its setting (
        <code>BRAND_NAME</code> and so on).
      </p>
      <Previews brand={brand} />
      <h2>Change</h2>
      <BrandForm {...form} entered={enteredOf(form.stored)} />
    </>
  );
}

interface PreviewPageProps extends BrandPageProps {
  entered: EnteredBrand;
}

/** What a change would look like, with the button that stores it. */
export function PreviewContent({ brand, entered, ...form }: PreviewPageProps): JSX.Element {
  const { csrfToken } = form.reader;
  return (
    <>
      <p>Nothing is stored yet: this is how it would look.</p>
      <Previews brand={brand} />
      {csrfToken !== null && (
        <Action to={`${PATH}/save`} csrfToken={csrfToken} label="Save this brand" main>
          {Object.entries(entered).map(
            ([name, value]) =>
              value !== undefined && <input key={name} type="hidden" name={name} value={String(value)} />,
          )}
          <input type="hidden" name="seen" value={hashStored(form.stored)} />
        </Action>
      )}
      <p>
        <a href={PATH}>Discard</a>
      </p>
      <h2>Change</h2>
      <BrandForm {...form} entered={entered} />
    </>
  );
}

function Previews({ brand }: { brand: Brand }): JSX.Element {
  const { card, colour, colours, links, name, text } = brand;
  const cardAddress = `data:image/svg+xml;base64,${Buffer.from(String(card.content)).toString("base64")}`;
  return (
    <>
      <div class="brand-previews">
        <img src={previewAddress(brand, "light")} width="560" height="220" alt="A page in light mode" />
        <img src={previewAddress(brand, "dark")} width="560" height="220" alt="A page in dark mode" />
        <img src={cardAddress} width="1200" height="630" alt={`The card of previews: ${name}`} />
      </div>
      <KeyValue
        rows={[
          ["Name", name],
          ["Text", text ?? "none"],
          ["Colour", colour ?? "the pages' own"],
          [
            "Shown as",
            colours === null
              ? "the pages' own"
              : `${colours.light.accent} in light mode, ${colours.dark.accent} in dark mode: ${wordsOf(brand)}`,
          ],
          [
            "Links",
            links.length === 0 ? "none" : links.map(({ label, url }) => `${label} (${url})`).join(", "),
          ],
        ]}
      />
    </>
  );
}

function wordsOf({ colour, colours }: Brand): string {
  const isOwn = colours?.light.accent === colour && colours?.dark.accent === colour;
  return isOwn ? "readable as it is" : "adjusted, so that text in it has a contrast of at least 4.5";
}

function enteredOf({ colour, links, name, text }: Readonly<StoredBrand>): EnteredBrand {
  return {
    name: name ?? undefined,
    text: text ?? undefined,
    colour: colour ?? undefined,
    links: links === null ? undefined : linksText(links),
  };
}

interface BrandFormProps extends Omit<BrandPageProps, "brand"> {
  entered: EnteredBrand;
}

function BrandForm({ reader, settings, stored, entered }: BrandFormProps): JSX.Element | null {
  if (reader.csrfToken === null) return null;
  return (
    <Action to={`${PATH}/preview`} csrfToken={reader.csrfToken} label="Preview" main>
      <Field name="name" label="Name" value={entered.name} placeholder={settings.name} />
      <Field
        name="text"
        label="Text"
        value={entered.text}
        placeholder={settings.text ?? ""}
        note="One or two sentences about the project, at most 200 characters."
      />
      <Field
        name="colour"
        label="Colour"
        value={entered.colour}
        placeholder={settings.colour ?? "#0f766e"}
        note="Where text in it would be hard to read, pages use the nearest readable colour."
      />
      <TextArea
        name="links"
        label="Links"
        rows={4}
        value={entered.links}
        note="One per line: label and address, such as Website https://example.com. At most 6."
      />
      <TextArea
        name="logo"
        label="Logo"
        rows={3}
        value={entered.logo}
        upload=".svg,.png,image/svg+xml,image/png"
        uploadAs="address"
        note={`SVG or PNG, at most 64 KiB. Without scripts, paste an SVG document. Empty: ${
          stored.logo === null ? "the setting's logo." : "the logo stays as it is."
        }`}
      />
      {stored.logo !== null && (
        <CheckBox name="remove_logo" isChecked={entered.remove_logo === true}>
          Remove the stored logo
        </CheckBox>
      )}
    </Action>
  );
}
