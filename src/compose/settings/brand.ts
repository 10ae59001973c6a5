import { isPlainlyRead } from "../../kit/plain-text.ts";
import {
  isBrandColour,
  isBrandUrl,
  MAX_BRAND_LINKS,
  MAX_BRAND_NAME,
  MAX_BRAND_TEXT,
  MAX_LINK_LABEL,
} from "../../pages/index.ts";
import { setting } from "./setting.ts";
import { list, optional } from "./values.ts";

/** The face of public pages, cards and mails: what the desk's page of the brand changes. */
export const BRAND_SETTINGS = {
  brandName: setting("BRAND_NAME", {
    fallback: "salute",
    example: "Example Project",
    meaning: "The project's name on public pages, cards and mails, at most 40 characters",
    parse: brandName,
  }),
  brandText: setting("BRAND_TEXT", {
    fallback: "",
    example: "The home of the Example token and its community.",
    meaning: "One or two sentences about the project, at most 200 characters; unset: none",
    parse: brandText,
  }),
  brandColour: setting("BRAND_COLOUR", {
    fallback: "",
    example: "#0f766e",
    meaning:
      "The project's colour; where text in it would be hard to read, pages use the nearest readable one. Unset: the pages' own",
    parse: brandColour,
  }),
  brandLinks: setting("BRAND_LINKS", {
    fallback: "",
    example: "Website=https://example.com,Telegram=https://t.me/example",
    meaning: "The project's links as label=address pairs, comma-separated, at most 6",
    parse: brandLinks,
  }),
  brandLogoFile: setting("BRAND_LOGO_FILE", {
    fallback: "",
    example: "/etc/salute/logo.svg",
    meaning: "File with the project's logo, SVG or PNG of at most 64 KiB; unset: two chevrons",
    parse: optional,
  }),
} as const;

function brandName(value: string): string {
  return words(value, MAX_BRAND_NAME);
}

function brandText(value: string): string | null {
  return value === "" ? null : words(value, MAX_BRAND_TEXT);
}

function words(value: string, most: number): string {
  const isPlain = isPlainlyRead(value) && !/\p{Cc}/u.test(value);
  if (value.trim() === "" || [...value].length > most || !isPlain)
    throw new RangeError(`must be one line of 1 to ${most} visible characters`);
  return value.trim();
}

function brandColour(value: string): string | null {
  if (value === "") return null;
  if (!isBrandColour(value)) throw new RangeError("must be a colour such as #0f766e");
  return value.toLowerCase();
}

function brandLinks(value: string): { label: string; url: string }[] {
  const links = list(value).map((pair) => {
    const at = pair.indexOf("=");
    return { label: pair.slice(0, Math.max(at, 0)).trim(), url: pair.slice(at + 1).trim() };
  });
  const isGood = links.every(
    ({ label, url }) =>
      label !== "" && [...label].length <= MAX_LINK_LABEL && isPlainlyRead(label) && isBrandUrl(url),
  );
  if (!isGood || links.length > MAX_BRAND_LINKS)
    throw new RangeError(
      `must be at most ${MAX_BRAND_LINKS} pairs such as Website=https://example.com, comma-separated`,
    );
  return links;
}
