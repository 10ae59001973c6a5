import { element, type XmlElement, xml } from "../../../kit/formats/xml.ts";
import { type Accent, type Brand, drawLogo } from "../../../pages/index.ts";

const WIDTH = 560;
const HEIGHT = 220;
const HEADER = 52;
const LEFT = 24;
const FONT = "system-ui, sans-serif";
const OWN: Record<Mode, Accent> = {
  light: { accent: "#4a45c4", ink: "#ffffff", tint: "#efeefc" },
  dark: { accent: "#a9a6ff", ink: "#14151a", tint: "#26264a" },
};
const GROUNDS = {
  light: { paper: "#fbfbfa", raised: "#ffffff", ink: "#1d1e24", line: "#dfdfdb" },
  dark: { paper: "#14151a", raised: "#1b1c23", ink: "#e8e8ec", line: "#30323c" },
};

type Mode = "light" | "dark";

/** The head of a page in a brand, with a link, a note and a button, as an image address. */
export function previewAddress({ colours, logo, name, text }: Brand, mode: Mode): string {
  const { accent, ink: onAccent, tint } = (colours ?? OWN)[mode];
  const { ink, line, paper, raised } = GROUNDS[mode];
  const mark: XmlElement =
    logo === null
      ? element("path", {
          d: "M3.5 12.5 12 4.5l8.5 8M3.5 19.5l8.5-8 8.5 8",
          transform: `translate(${LEFT} 16)`,
          fill: "none",
          stroke: accent,
          "stroke-width": 3,
        })
      : drawLogo(logo, { x: LEFT, y: 14, width: 120, height: 24 });
  const nameLeft = LEFT + (logo === null ? 32 : 132);
  const svg = element(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", width: WIDTH, height: HEIGHT, viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
    element("rect", { width: WIDTH, height: HEIGHT, fill: paper }),
    element("rect", { width: WIDTH, height: HEADER, fill: raised }),
    element("path", { d: `M0 ${HEADER}h${WIDTH}`, stroke: line }),
    mark,
    words(name, { x: nameLeft, y: 32, fill: ink, "font-weight": 650 }),
    words(shortened(text ?? "A page's text."), { x: LEFT, y: 86, fill: ink }),
    words("A link", { x: LEFT, y: 118, fill: accent }),
    element("rect", { x: LEFT, y: 140, width: 4, height: 48, fill: accent }),
    element("rect", { x: LEFT + 4, y: 140, width: 250, height: 48, fill: tint }),
    words("A note", { x: LEFT + 20, y: 169, fill: ink }),
    element("rect", { x: 320, y: 146, width: 120, height: 38, rx: 6, fill: accent }),
    words("A button", { x: 346, y: 171, fill: onAccent, "font-weight": 600 }),
  );
  return `data:image/svg+xml;base64,${Buffer.from(xml(svg)).toString("base64")}`;
}

function words(text: string, style: Record<string, string | number>): XmlElement {
  return element("text", { "font-family": FONT, "font-size": 16, ...style }, text);
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > 64 ? `${characters.slice(0, 63).join("")}…` : text;
}
