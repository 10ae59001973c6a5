import { remembered } from "../remembered.ts";
import { element, type XmlElement, xml } from "./xml.ts";

/** Light modules around the code, which scanners need. */
const QUIET = 4;
/** Pixels of a module in files: readable in print. */
const MODULE = 12;

/** Some kilobytes each; drawing one takes a millisecond. */
const MAX_KEPT = 500;

/** A QR code as one dark path on white, in modules. Error correction survives a crease or a stain of a quarter. */
export const drawQr = remembered(MAX_KEPT, (text: string): { size: number; shapes: XmlElement[] } => {
  const { data, size } = uqr().encode(text, { ecc: "Q", border: QUIET });
  const path = data.flatMap((row, y) => runsOf(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`));
  return {
    size,
    shapes: [
      element("rect", { width: size, height: size, fill: "#fff" }),
      element("path", { d: path.join(""), fill: "#000" }),
    ],
  };
});

/** The same as a document. */
export function qrSvg(text: string): string {
  const { size, shapes } = drawQr(text);
  const attributes = {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${size} ${size}`,
    width: size * MODULE,
    height: size * MODULE,
    "shape-rendering": "crispEdges",
  };
  return xml(element("svg", attributes, ...shapes));
}

/** Start and length of each run of dark modules. */
function runsOf(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  row.forEach((isDark, x) => {
    if (!isDark) return;
    const last = runs.at(-1);
    if (last !== undefined && last[0] + last[1] === x) last[1]++;
    else runs.push([x, 1]);
  });
  return runs;
}

/** Loaded on first use. */
function uqr(): typeof import("uqr") {
  return require("uqr");
}
