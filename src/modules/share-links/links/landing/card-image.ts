import { element, type XmlElement, xml } from "../../../../kit/formats/xml.ts";
import {
  type Brand,
  cutText,
  drawablePart,
  drawLogo,
  drawText,
  fitText,
  mixed,
} from "../../../../pages/index.ts";
import { CARD } from "../pages/card.ts";
import { deriveTint, drawCover } from "./cover.ts";

interface CardText {
  code: string;
  title: string;
  artist: string | null;
  /** The host of the destination. */
  siteName: string;
  brand: Brand;
}

const MARGIN = 72;
const COVER = CARD.height - 2 * MARGIN;
const LEFT = MARGIN + COVER + 64;
const ROOM = CARD.width - LEFT - MARGIN;
/** Largest first: a title gets the first size at which it needs at most three lines. */
const TITLE_SIZES = [68, 56, 46];
const TITLE_LINES = 3;
const ARTIST_SIZE = 36;
const SITE_SIZE = 26;
const BRAND_SIZE = 30;

/** The picture of a link's previews, in the brand: its cover, title and artist. Characters that the font cannot show are left out. */
export function cardSvg({ code, title, artist, siteName, brand }: CardText): string {
  const { deep, ground } = coloursOf(code, brand);
  const room = { width: ROOM, lines: TITLE_LINES, sizes: TITLE_SIZES };
  const { size, lines } = fitText(drawablePart(title), room);
  const shownArtist = cutText(drawablePart(artist ?? ""), { size: ARTIST_SIZE, width: ROOM });
  const leading = Math.round(size * 1.2);
  const block = lines.length * leading + (shownArtist === "" ? 0 : ARTIST_SIZE + 24);
  const top = (CARD.height - block) / 2 + size * 0.82;
  const shapes: XmlElement[] = [
    element("rect", { width: CARD.width, height: CARD.height, fill: ground }),
    element("circle", { cx: MARGIN, cy: CARD.height, r: 620, fill: deep, "fill-opacity": 0.55 }),
    element("circle", { cx: CARD.width, cy: 0, r: 380, fill: deep, "fill-opacity": 0.35 }),
    element("clipPath", { id: "round" }, element("rect", { width: COVER, height: COVER, rx: 28 })),
    element(
      "g",
      { transform: `translate(${MARGIN} ${MARGIN})` },
      element("g", { "clip-path": "url(#round)" }, drawCover(code, COVER)),
    ),
    ...lines.map((line, index) =>
      drawText(line, { x: LEFT, y: top + index * leading, size, fill: "#fff", outline: size / 28 }),
    ),
  ];
  if (shownArtist !== "")
    shapes.push(
      drawText(shownArtist, {
        x: LEFT,
        y: top + lines.length * leading + 8,
        size: ARTIST_SIZE,
        fill: "#d6d7e0",
      }),
    );
  shapes.push(
    drawText(cutText(siteName, { size: SITE_SIZE, width: ROOM }), {
      x: LEFT,
      y: CARD.height - MARGIN,
      size: SITE_SIZE,
      fill: "#b4b6c4",
    }),
  );
  if (brand.isOwn) shapes.push(...drawBrand(brand));
  const attributes = { xmlns: "http://www.w3.org/2000/svg", width: CARD.width, height: CARD.height };
  return xml(element("svg", attributes, ...shapes));
}

/** The brand's colours; without one those of the link. */
function coloursOf(code: string, { colours }: Brand): { deep: string; ground: string } {
  const { deep, hue } = deriveTint(code);
  if (colours === null) return { deep, ground: `hsl(${hue}, 30%, 9%)` };
  const { accent } = colours.light;
  return { deep: accent, ground: mixed("#111216", accent, 0.12) };
}

/** The project's logo and name above the title. */
function drawBrand({ logo, name }: Brand): XmlElement[] {
  const left = logo === null ? LEFT : LEFT + 4 * BRAND_SIZE + 16;
  const width = CARD.width - left - MARGIN;
  const shown = cutText(drawablePart(name), { size: BRAND_SIZE, width });
  const place = { x: LEFT, y: MARGIN - 4, width: 4 * BRAND_SIZE, height: BRAND_SIZE + 16 };
  return [
    ...(logo === null ? [] : [drawLogo(logo, place)]),
    drawText(shown, { x: left, y: MARGIN + BRAND_SIZE, size: BRAND_SIZE, fill: "#fff", outline: 0.8 }),
  ];
}
