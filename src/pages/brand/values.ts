import type { Logo } from "./logo.ts";

export interface BrandLink {
  label: string;
  /** http or https. */
  url: string;
}

/** The face of an installation, as its owners choose it. */
export interface BrandValues {
  name: string;
  /** A short introduction; null for none. */
  text: string | null;
  /** Such as #4a45c4; null for the pages' own colours. */
  colour: string | null;
  links: readonly BrandLink[];
  logo: Logo | null;
}

export const PRODUCT_NAME = "salute";

export const PRODUCT: BrandValues = { name: PRODUCT_NAME, text: null, colour: null, links: [], logo: null };

export const MAX_BRAND_NAME = 40;
export const MAX_BRAND_TEXT = 200;
export const MAX_BRAND_LINKS = 6;
export const MAX_LINK_LABEL = 30;
const MAX_URL = 300;

export function isBrandColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

/** Whether pages may link to it: a whole http or https address without credentials. */
export function isBrandUrl(text: string): boolean {
  if (text.length > MAX_URL || !/^https?:\/\/[^\s"'<>\\]+$/.test(text) || !URL.canParse(text)) return false;
  const { password, username } = new URL(text);
  return username === "" && password === "";
}
