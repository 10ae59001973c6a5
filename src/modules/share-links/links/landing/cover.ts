import { element, type XmlElement } from "../../../../kit/formats/xml.ts";

const BARS = 23;

/** The colours of a link, from its code: the same everywhere it is shown. */
export interface Tint {
  hue: number;
  light: string;
  deep: string;
}

export function deriveTint(code: string): Tint {
  const hue = Bun.hash.crc32(code) % 360;
  return { hue, light: `hsl(${hue}, 62%, 56%)`, deep: `hsl(${(hue + 50) % 360}, 58%, 26%)` };
}

/**
 * A picture for a link without artwork: a waveform drawn from its code, in a square of this size. Nothing in it can
 * run, and it has no text.
 */
export function drawCover(code: string, size: number): XmlElement {
  const { light, deep } = deriveTint(code);
  const step = size / (BARS + 7);
  const bars = Array.from({ length: BARS }, (_, index) => {
    const height = size * heightOf(code, index);
    return element("rect", {
      x: rounded(step * (index + 4)),
      y: rounded((size - height) / 2),
      width: rounded(step * 0.5),
      height: rounded(height),
      rx: rounded(step * 0.25),
    });
  });
  return element(
    "g",
    {},
    element(
      "defs",
      {},
      element(
        "linearGradient",
        { id: "cover", x1: 0, y1: 0, x2: 1, y2: 1 },
        element("stop", { offset: 0, "stop-color": light }),
        element("stop", { offset: 1, "stop-color": deep }),
      ),
    ),
    element("rect", { width: size, height: size, fill: "url(#cover)" }),
    element("g", { fill: "#fff", "fill-opacity": 0.9 }, ...bars),
  );
}

/** Louder in the middle, never silent. */
function heightOf(code: string, index: number): number {
  const noise = (Bun.hash.crc32(`${code} ${index}`) % 1_000) / 1_000;
  const swell = Math.sin((Math.PI * (index + 1)) / (BARS + 1));
  return 0.05 + 0.5 * swell * (0.25 + 0.75 * noise);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
