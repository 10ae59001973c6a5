import { ASSETS_PATH, type Asset, asset, TAB_ICON } from "../assets.ts";
import { renderPng } from "../drawing/png.ts";
import { ICON, ICON_COLOUR } from "../icon.ts";
import { brandCard } from "./brand-card.ts";
import { type Accent, type BrandColours, brandColours } from "./colour.ts";
import { type BrandValues, PRODUCT, PRODUCT_NAME } from "./values.ts";

/** A brand with all that pages show of it, made once. */
export interface Brand extends BrandValues {
  /** Whether anything differs from the product's own face. */
  isOwn: boolean;
  colours: BrandColours | null;
  logoFile: Asset | null;
  icon: Asset;
  /** Overrides the colours of every other stylesheet; null without a colour. */
  stylesheet: Asset | null;
  /** The picture of previews of pages. */
  card: Asset;
  /** Path of the same as PNG. */
  cardPath: string;
  /** Its file of this name in the folder of assets; null if there is none. */
  find: (file: string) => Promise<Asset | null>;
}

export function makeBrand(values: BrandValues): Brand {
  const { colour, links, logo, name, text } = values;
  const colours = colour === null ? null : brandColours(colour);
  const logoFile =
    logo === null ? null : asset("logo", logo.mediaType === "image/png" ? "png" : "svg", logo.bytes);
  const stylesheet = colours === null ? null : asset("brand", "css", stylesOf(colours));
  const icon = logoFile ?? (colours === null ? TAB_ICON : iconIn(colours.light.accent));
  const card = asset("card", "svg", brandCard(values, colours));
  const cardPath = card.path.replace(/svg$/, "png");
  const files = [logoFile, stylesheet, icon, card].flatMap((each) => (each === null ? [] : [each]));
  let png: Promise<Asset> | null = null;
  const drawn = () => {
    png ??= renderPng(String(card.content)).then((content) => ({
      path: cardPath,
      mediaType: "image/png",
      content,
      etag: `"${cardPath.split(".")[1]}"`,
    }));
    png.catch(() => {
      png = null;
    });
    return png;
  };
  return {
    ...values,
    isOwn: name !== PRODUCT_NAME || [text, colour, logo].some((each) => each !== null) || links.length > 0,
    colours,
    logoFile,
    icon,
    stylesheet,
    card,
    cardPath,
    find: async (file) => {
      const path = `${ASSETS_PATH}/${file}`;
      return path === cardPath ? drawn() : (files.find((each) => each.path === path) ?? null);
    },
  };
}

function iconIn(colour: string): Asset {
  return asset("icon", "svg", ICON.replace(ICON_COLOUR, colour));
}

function stylesOf({ dark, light }: BrandColours): string {
  return `${rootOf(light)}@media (prefers-color-scheme: dark){${rootOf(dark)}}\n`;
}

function rootOf({ accent, ink, tint }: Accent): string {
  return `:root{--accent:${accent};--accent-ink:${ink};--accent-tint:${tint};--main:${accent};--main-ink:${ink}}`;
}

/** The product's own face: of pages outside of an installation, and of an installation without a brand. */
export const PRODUCT_BRAND = makeBrand(PRODUCT);
