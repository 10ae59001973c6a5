import type { Static } from "@sinclair/typebox";
import type { Brand } from "../../../pages/index.ts";
import type { BrandField, BrandView, StoredBrand } from "./model.ts";

/** The brand in force, as the operation shows it. */
export function brandView(brand: Brand, stored: Readonly<StoredBrand>): Static<typeof BrandView> {
  const { cardPath, colour, colours, links, logoFile, name, text } = brand;
  const fields = Object.entries(stored).filter(([, value]) => value !== null);
  return {
    name,
    text,
    colour,
    shown_colours: colours === null ? null : { light: colours.light.accent, dark: colours.dark.accent },
    links: links.map(({ label, url }) => ({ label, url })),
    logo_path: logoFile?.path ?? null,
    card_path: cardPath,
    stored_fields: fields.map(([field]) => field as BrandField),
  };
}
