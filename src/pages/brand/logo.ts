import { InvalidInput } from "../../kit/invalid-input.ts";

export const MAX_LOGO_BYTES = 65_536;
const MAX_PIXELS = 2_048;
/** Copies of copies multiply, and each must be drawn. */
const MAX_COPIES = 16;

export interface Logo {
  mediaType: "image/svg+xml" | "image/png";
  bytes: Uint8Array<ArrayBuffer>;
}

const PNG_ADDRESS = /^data:image\/png;base64,([A-Za-z0-9+/]+={0,2})$/;
const SVG_ADDRESS = /^data:image\/svg\+xml;base64,([A-Za-z0-9+/]+={0,2})$/;

/**
 * A logo from its text: an SVG document, or a data: address of an SVG or PNG image.
 * @throws InvalidInput for other text, for a large image, and for an SVG that could run or load anything
 */
export function parseLogo(text: string): Logo {
  const given = text.trim();
  const png = PNG_ADDRESS.exec(given)?.[1];
  if (png !== undefined) return { mediaType: "image/png", bytes: checkedPng(bytesOf(png)) };
  const encoded = SVG_ADDRESS.exec(given)?.[1];
  const svg = encoded === undefined ? given : new TextDecoder().decode(bytesOf(encoded));
  return { mediaType: "image/svg+xml", bytes: checkedSvg(svg.trim()) };
}

/** A logo from a file's bytes. @throws InvalidInput */
export function logoOfFile(bytes: Uint8Array): Logo {
  const isPng = bytes[0] === PNG_HEAD[0];
  return isPng
    ? { mediaType: "image/png", bytes: checkedPng(new Uint8Array(bytes)) }
    : { mediaType: "image/svg+xml", bytes: checkedSvg(new TextDecoder().decode(bytes).trim()) };
}

/** The address of a logo that holds the whole image. */
export function logoAddress({ bytes, mediaType }: Logo): string {
  return `data:${mediaType};base64,${Buffer.from(bytes).toString("base64")}`;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64, "base64"));
}

const PNG_HEAD = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

function checkedPng(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  refuseLarge(bytes);
  const isPng = bytes.length > 33 && PNG_HEAD.every((each, index) => bytes[index] === each);
  if (!isPng) throw new InvalidInput("logo", "must be a PNG or SVG image");
  const view = new DataView(bytes.buffer);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  if (width === 0 || height === 0 || Math.max(width, height) > MAX_PIXELS)
    throw new InvalidInput("logo", `must have at most ${MAX_PIXELS} pixels in width and height`);
  return bytes;
}

/** Contents that a logo must not have, and the words for each. */
const FORBIDDEN: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/<!doctype|<!entity|<\?xml-stylesheet/i, "a document type or stylesheet of its own"],
  [/<\s*(?:[\w-]+:)?(?:script|handler|listener)\b/i, "scripts"],
  [/<\s*(?:[\w-]+:)?(?:foreignObject|iframe|embed|object|audio|video|a)\b/i, "links or embedded pages"],
  [/[\s"'/]on[a-z]+\s*=/i, "event handlers"],
  [/(?:java|vb)script\s*:/i, "scripts"],
  [/(?:href|src)\s*=(?!\s*["']?\s*(?:#|data:image\/(?:png|jpeg);base64,))/i, "addresses of other files"],
  [/@import|url\((?!\s*["']?\s*#)/i, "addresses of other files"],
  [/&#/, "characters written as numbers"],
];

function checkedSvg(svg: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(svg);
  refuseLarge(bytes);
  const isSvg = /^(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(svg) && svg.endsWith("</svg>");
  if (!isSvg) throw new InvalidInput("logo", "must be an SVG document, or a data: address of a PNG image");
  if (!svg.includes('xmlns="http://www.w3.org/2000/svg"'))
    throw new InvalidInput("logo", 'must have xmlns="http://www.w3.org/2000/svg", as image files do');
  const found = FORBIDDEN.find(([pattern]) => pattern.test(svg));
  if (found !== undefined) throw new InvalidInput("logo", `must not have ${found[1]}`);
  if ((svg.match(/<\s*(?:[\w-]+:)?use\b/gi) ?? []).length > MAX_COPIES)
    throw new InvalidInput("logo", `must have at most ${MAX_COPIES} use elements`);
  return bytes;
}

function refuseLarge({ length }: Uint8Array): void {
  if (length > MAX_LOGO_BYTES) throw new InvalidInput("logo", `must have at most ${MAX_LOGO_BYTES} bytes`);
}
