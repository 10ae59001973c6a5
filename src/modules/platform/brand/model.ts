import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Nullable, OneOf, Words } from "../../../http/schema/shapes.ts";
import {
  MAX_BRAND_LINKS,
  MAX_BRAND_NAME,
  MAX_BRAND_TEXT,
  MAX_LINK_LABEL,
  MAX_LOGO_BYTES,
} from "../../../pages/index.ts";

export const MAX_LOGO_TEXT = 2 * MAX_LOGO_BYTES;

const FIELDS = ["name", "text", "colour", "links", "logo"] as const;
export type BrandField = (typeof FIELDS)[number];

const Name = Words(MAX_BRAND_NAME, { description: "The project's name.", examples: ["Example Project"] });
const IntroText = Words(MAX_BRAND_TEXT, {
  description: "One or two sentences about the project.",
  examples: ["The home of the Example token."],
});
const Colour = Type.String({
  pattern: "^#[0-9a-fA-F]{6}$",
  "x-expectation": "a colour such as #0f766e",
  description: "The project's colour, as # and six hex digits.",
  examples: ["#0f766e"],
});
const Link = Type.Object({
  label: Words(MAX_LINK_LABEL, {
    description: "Words of the link, as people read them.",
    examples: ["Website"],
  }),
  url: Type.String({ description: "An http or https address.", examples: ["https://example.com"] }),
});
const LinkList = Type.Array(Link, {
  maxItems: MAX_BRAND_LINKS,
  description: "Links in the footer of public pages.",
});

const changed = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Optional(
    Nullable(schema, {
      description: `${description} Null returns to the setting; without the field it stays as it is.`,
    }),
  );

export const BrandBody = Type.Object({
  name: changed(Name, "The project's name."),
  text: changed(IntroText, "One or two sentences about the project."),
  colour: changed(Colour, "The project's colour."),
  links: changed(LinkList, "Links in the footer of public pages."),
  logo: changed(
    Type.String({ minLength: 1, maxLength: MAX_LOGO_TEXT }),
    `The logo: an SVG document, or a data: address of a PNG image (base64), at most ${MAX_LOGO_BYTES} bytes. An SVG that could run or load anything is refused.`,
  ),
});
export type BrandBody = Static<typeof BrandBody>;

/** Values stored by owners; null where the setting applies. */
export const StoredBrand = Type.Object({
  name: Nullable(Type.String()),
  text: Nullable(Type.String()),
  colour: Nullable(Type.String()),
  links: Nullable(Type.Array(Type.Object({ label: Type.String(), url: Type.String() }))),
  /** An SVG document or a data: address. */
  logo: Nullable(Type.String()),
});
export type StoredBrand = Static<typeof StoredBrand>;

const Shown = Type.String({
  description: "The colour as pages show it, with a contrast of at least 4.5.",
  examples: ["#0f766e"],
});

export const BrandView = Type.Object({
  name: Name,
  text: Nullable(IntroText, { description: "One or two sentences about the project; null for none." }),
  colour: Nullable(Colour, { description: "The project's colour; null for the pages' own." }),
  shown_colours: Nullable(Type.Object({ light: Shown, dark: Shown }), {
    description: "The colour of links and buttons in light and dark mode; null without a colour.",
  }),
  links: LinkList,
  logo_path: Nullable(Type.String({ examples: ["/assets/logo.0123456789ab.svg"] }), {
    description: "Address of the logo on this server; null without one. It changes with the logo.",
  }),
  card_path: Type.String({
    description: "Address of the picture that previews of pages show. It changes with the brand.",
    examples: ["/assets/card.0123456789ab.png"],
  }),
  stored_fields: Type.Array(OneOf(FIELDS), {
    description: "Fields that owners stored; the others follow the settings BRAND_*.",
  }),
});
