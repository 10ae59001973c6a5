import { InvalidInput } from "../../../kit/invalid-input.ts";
import { type BrandLink, MAX_BRAND_LINKS, MAX_LINK_LABEL } from "../../../pages/index.ts";

/** Links as lines of a form: the label, then the address. */
export function linksText(links: readonly BrandLink[]): string {
  return links.map(({ label, url }) => `${label} ${url}`).join("\n");
}

/** @throws InvalidInput */
export function parseLinks(text: string): BrandLink[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const links = lines.filter((line) => line !== "").map(parseLine);
  if (links.length > MAX_BRAND_LINKS) throw new InvalidInput("links", `must be at most ${MAX_BRAND_LINKS}`);
  return links;
}

function parseLine(line: string): BrandLink {
  const [, label = "", url = ""] = /^(.*\S)\s+(\S+)$/.exec(line) ?? [];
  if (label === "" || [...label].length > MAX_LINK_LABEL)
    throw new InvalidInput(
      "links",
      `must have a label of at most ${MAX_LINK_LABEL} characters and an address in each line, such as Website https://example.com`,
    );
  return { label, url };
}
