import { element, xml } from "../../../../kit/formats/xml.ts";
import type { ShownState } from "../rules.ts";

/** By the meaning of a badge's value. White text has a contrast of at least 4.5 on each. */
const COLOURS: Record<ShownState, string> = {
  ok: "#17713b",
  warn: "#8a5300",
  bad: "#b3261e",
  maintenance: "#1f5fa8",
  unknown: "#5f616c",
};
const LABEL_COLOUR = "#33343c";
const HEIGHT = 20;
const PADDING = 6;
/** Width of a character at 11 px in the widest font; `textLength` makes every font use this width. */
const CHARACTER = 6.6;

/** Draws a self-contained badge of two parts, such as "status | ok". */
export function badge(label: string, value: string, tone: ShownState): string {
  const left = partWidth(label);
  const right = partWidth(value);
  return xml(
    element(
      "svg",
      {
        xmlns: "http://www.w3.org/2000/svg",
        width: left + right,
        height: HEIGHT,
        viewBox: `0 0 ${left + right} ${HEIGHT}`,
        role: "img",
        "aria-label": `${label}: ${value}`,
      },
      element("title", {}, `${label}: ${value}`),
      element("clipPath", { id: "r" }, element("rect", { width: left + right, height: HEIGHT, rx: 4 })),
      element(
        "g",
        { "clip-path": "url(#r)" },
        element("rect", { width: left, height: HEIGHT, fill: LABEL_COLOUR }),
        element("rect", { x: left, width: right, height: HEIGHT, fill: COLOURS[tone] }),
      ),
      element(
        "g",
        {
          fill: "#fff",
          "font-family": "Verdana,DejaVu Sans,Geneva,sans-serif",
          "font-size": 11,
          "text-rendering": "geometricPrecision",
        },
        part(label, 0),
        part(value, left),
      ),
    ),
  );
}

function partWidth(text: string): number {
  return Math.ceil(text.length * CHARACTER) + 2 * PADDING;
}

function part(text: string, x: number) {
  return element(
    "text",
    { x: x + PADDING, y: 14, textLength: partWidth(text) - 2 * PADDING, lengthAdjust: "spacingAndGlyphs" },
    text,
  );
}
