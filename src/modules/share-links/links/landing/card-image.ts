import { element, type XmlElement, xml } from "../../../../kit/formats/xml.ts";
import { CARD } from "../pages/card.ts";
import { drawCover, tintOf } from "./cover.ts";

interface CardText {
  code: string;
  title: string;
  artist: string | null;
  /** The host of the destination. */
  siteName: string;
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

/** The picture of a link's previews: its cover, title and artist. Text that the font cannot show is left out. */
export function cardSvg({ code, title, artist, siteName }: CardText): string {
  const { deep, hue } = tintOf(code);
  const { size, lines } = titleLines(isDrawable(title) ? title : "");
  const shownArtist = artist !== null && isDrawable(artist) ? cut(artist, ARTIST_SIZE) : null;
  const leading = Math.round(size * 1.2);
  const block = lines.length * leading + (shownArtist === null ? 0 : ARTIST_SIZE + 24);
  const top = (CARD.height - block) / 2 + size * 0.82;
  const shapes: XmlElement[] = [
    element("rect", { width: CARD.width, height: CARD.height, fill: `hsl(${hue}, 30%, 9%)` }),
    element("circle", { cx: MARGIN, cy: CARD.height, r: 620, fill: deep, "fill-opacity": 0.55 }),
    element("circle", { cx: CARD.width, cy: 0, r: 380, fill: deep, "fill-opacity": 0.35 }),
    element("clipPath", { id: "round" }, element("rect", { width: COVER, height: COVER, rx: 28 })),
    element(
      "g",
      { transform: `translate(${MARGIN} ${MARGIN})` },
      element("g", { "clip-path": "url(#round)" }, drawCover(code, COVER)),
    ),
    ...lines.map((line, index) =>
      words(line, { x: LEFT, y: top + index * leading, size, fill: "#fff", outline: size / 28 }),
    ),
  ];
  if (shownArtist !== null)
    shapes.push(
      words(shownArtist, {
        x: LEFT,
        y: top + lines.length * leading + 8,
        size: ARTIST_SIZE,
        fill: "#d6d7e0",
      }),
    );
  shapes.push(
    words(cut(siteName, SITE_SIZE), { x: LEFT, y: CARD.height - MARGIN, size: SITE_SIZE, fill: "#b4b6c4" }),
  );
  const attributes = { xmlns: "http://www.w3.org/2000/svg", width: CARD.width, height: CARD.height };
  return xml(element("svg", attributes, ...shapes));
}

interface Style {
  x: number;
  y: number;
  size: number;
  fill: string;
  /** Width of an outline in the text's own colour: the font has one weight. */
  outline?: number;
}

function words(text: string, { x, y, size, fill, outline = 0 }: Style): XmlElement {
  const attributes = { x, y, "font-family": "DejaVu Sans", "font-size": size, fill };
  return element("text", { ...attributes, stroke: fill, "stroke-width": outline }, text);
}

/** Scripts of DejaVu Sans; other text would be boxes. */
const DRAWABLE =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Nd}\p{P}\p{Zs}\p{Sc}\p{Sm}\p{Mn}]*$/u;

function isDrawable(text: string): boolean {
  return DRAWABLE.test(text);
}

function titleLines(title: string): { size: number; lines: string[] } {
  for (const size of TITLE_SIZES) {
    const lines = wrapped(title, size);
    if (lines.length <= TITLE_LINES) return { size, lines };
  }
  const size = TITLE_SIZES.at(-1) ?? 0;
  const lines = wrapped(title, size).slice(0, TITLE_LINES);
  const last = lines.pop() ?? "";
  return { size, lines: [...lines, cut(`${last}…`, size, true)] };
}

/** Lines of whole words; a word longer than a line is cut into several. */
function wrapped(text: string, size: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).flatMap((each) => piecesOf(each, size))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (widthOf(longer, size) <= ROOM) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return line === "" ? lines : [...lines, line];
}

function piecesOf(word: string, size: number): string[] {
  const pieces: string[] = [""];
  for (const character of word) {
    const last = pieces.at(-1) ?? "";
    if (widthOf(last + character, size) <= ROOM) pieces[pieces.length - 1] = last + character;
    else pieces.push(character);
  }
  return pieces;
}

/** The text on one line, with … if it does not fit. */
function cut(text: string, size: number, isCut = false): string {
  if (widthOf(text, size) <= ROOM) return text;
  const characters = [...text.replace(/…$/, "")];
  while (characters.length > 0 && widthOf(`${characters.join("")}…`, size) > ROOM) characters.pop();
  return `${characters.join("").trimEnd()}${isCut || characters.length > 0 ? "…" : ""}`;
}

/** An upper estimate, in pixels: advances of DejaVu Sans by the kind of character, in thousandths of the size. */
function widthOf(text: string, size: number): number {
  let width = 0;
  for (const character of text) {
    if (/[ilj.,:;'|!]/.test(character)) width += 340;
    else if (/[\s()[\]frtI/-]/.test(character)) width += 400;
    else if (/[mwMW@…]/.test(character)) width += 1_000;
    else if (/\p{Lu}/u.test(character)) width += 760;
    else width += 640;
  }
  return (width * size) / 1_000;
}
