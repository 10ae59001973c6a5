import { element, type XmlElement } from "../../kit/formats/xml.ts";

export interface TextStyle {
  x: number;
  y: number;
  size: number;
  fill: string;
  /** Width of an outline in the text's own colour: the font has one weight. */
  outline?: number;
}

/** One line of a drawing in the font of the executable. */
export function drawText(text: string, { x, y, size, fill, outline = 0 }: TextStyle): XmlElement {
  const attributes = { x, y, "font-family": "DejaVu Sans", "font-size": size, fill };
  return element("text", { ...attributes, stroke: fill, "stroke-width": outline }, text);
}

const SCRIPTS =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}]/u;
/** Digits, signs and marks that belong to no one script. */
const SIGNS = /(?=[\p{Script=Common}\p{Script=Inherited}])[\p{Nd}\p{P}\p{Zs}\p{Sc}\p{Sm}\p{Mn}]/u;
/** From here on, signs are those of East Asia. */
const EAST_ASIA = "\u2e80";

/** Whether DejaVu Sans has the character: others would be boxes. */
function isDrawable(character: string): boolean {
  return SCRIPTS.test(character) || (character < EAST_ASIA && SIGNS.test(character));
}

/** The text without the characters that the font has not; empty if no letter or digit is left. */
export function drawablePart(text: string): string {
  const drawn = [...text].map((character) => (isDrawable(character) ? character : " ")).join("");
  const part = drawn.replaceAll(/\s+/g, " ").trim();
  return /[\p{L}\p{Nd}]/u.test(part) ? part : "";
}

/** Room for text, in pixels. */
interface Room {
  width: number;
  lines: number;
  /** Largest first: the text gets the first size at which it fits. */
  sizes: readonly number[];
}

/** The text in lines, with … if it is too long for the smallest size. */
export function fitText(
  text: string,
  { width, lines: most, sizes }: Room,
): { size: number; lines: string[] } {
  for (const size of sizes) {
    const lines = wrapped(text, size, width);
    if (lines.length <= most) return { size, lines };
  }
  const size = sizes.at(-1) ?? 0;
  const lines = wrapped(text, size, width).slice(0, most);
  const last = lines.pop() ?? "";
  return { size, lines: [...lines, cutText(`${last}…`, { size, width, isCut: true })] };
}

/** Lines of whole words; a word longer than a line is cut into several. */
function wrapped(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).flatMap((each) => piecesOf(each, size, width))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (widthOf(longer, size) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return line === "" ? lines : [...lines, line];
}

function piecesOf(word: string, size: number, width: number): string[] {
  const pieces: string[] = [""];
  for (const character of word) {
    const last = pieces.at(-1) ?? "";
    if (widthOf(last + character, size) <= width) pieces[pieces.length - 1] = last + character;
    else pieces.push(character);
  }
  return pieces;
}

interface Line {
  size: number;
  width: number;
  /** Whether the text ends with … already. */
  isCut?: boolean;
}

/** The text on one line, with … if it does not fit. */
export function cutText(text: string, { size, width, isCut = false }: Line): string {
  if (widthOf(text, size) <= width) return text;
  const characters = [...text.replace(/…$/, "")];
  while (characters.length > 0 && widthOf(`${characters.join("")}…`, size) > width) characters.pop();
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
