import { element, type XmlElement, xml } from "../../kit/formats/xml.ts";
import { drawablePart, drawText, fitText } from "../drawing/fitted-text.ts";
import { ICON_PATHS } from "../icon.ts";
import { type BrandColours, mixed } from "./colour.ts";
import { type Logo, logoAddress } from "./logo.ts";
import type { BrandValues } from "./values.ts";

const WIDTH = 1_200;
const HEIGHT = 630;
const MARGIN = 88;
const ROOM = WIDTH - 2 * MARGIN;
const MARK = 104;
const NAME_TOP = 372;
const NAME_SIZES = [92, 72, 56];
const TEXT_SIZES = [36, 30];
const OWN_COLOUR = "#a9a6ff";

/** The picture that previews of pages show: mark, name and text. Text that the font cannot show is left out. */
export function brandCard({ logo, name, text }: BrandValues, colours: BrandColours | null): string {
  const accent = colours?.dark.accent ?? OWN_COLOUR;
  const title = fitText(drawablePart(name), { width: ROOM, lines: 1, sizes: NAME_SIZES });
  const words = drawablePart(text ?? "");
  const lines = fitText(words, { width: ROOM, lines: 3, sizes: TEXT_SIZES });
  return xml(
    element(
      "svg",
      {
        xmlns: "http://www.w3.org/2000/svg",
        width: WIDTH,
        height: HEIGHT,
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      },
      element("rect", { width: WIDTH, height: HEIGHT, fill: mixed("#111216", accent, 0.08) }),
      element("circle", { cx: WIDTH, cy: 0, r: 460, fill: accent, "fill-opacity": 0.16 }),
      element("circle", { cx: WIDTH, cy: 0, r: 300, fill: accent, "fill-opacity": 0.16 }),
      logo === null
        ? chevrons(accent)
        : drawLogo(logo, { x: MARGIN, y: MARGIN, width: 4 * MARK, height: MARK }),
      ...title.lines.map((line) =>
        drawText(line, {
          x: MARGIN,
          y: NAME_TOP,
          size: title.size,
          fill: "#ffffff",
          outline: title.size / 30,
        }),
      ),
      ...lines.lines.map((line, index) =>
        drawText(line, {
          x: MARGIN,
          y: NAME_TOP + 70 + index * lines.size * 1.35,
          size: lines.size,
          fill: "#cfd0da",
        }),
      ),
    ),
  );
}

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Where a logo of another shape stands in its place. */
  align?: string;
}

/** A logo in a drawing, as large as its place permits. */
export function drawLogo(logo: Logo, { align = "xMinYMid", ...place }: Place): XmlElement {
  return element("image", { ...place, preserveAspectRatio: `${align} meet`, href: logoAddress(logo) });
}

function chevrons(fill: string): XmlElement {
  const scale = MARK / 24;
  return element(
    "g",
    { transform: `translate(${MARGIN - 3 * scale} ${MARGIN}) scale(${scale})` },
    element("path", {
      d: ICON_PATHS,
      fill: "none",
      stroke: fill,
      "stroke-width": 2.8,
      "stroke-linejoin": "round",
    }),
  );
}
