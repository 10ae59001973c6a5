/** Least contrast of text by WCAG 2.2, level AA. */
const LEAST_CONTRAST = 4.5;
const STEP = 0.02;
const WHITE = "#ffffff";
const INK = "#14151a";

/** Backgrounds of the pages, as in the stylesheets, and the end towards which a colour is moved to stand out from them. */
const MODES = {
  light: { grounds: ["#fbfbfa", "#ffffff", "#f2f2f0", "#faf9f7"], end: "#000000", ink: WHITE, tint: 0.1 },
  dark: { grounds: ["#14151a", "#1b1c23", "#202129", "#0e0e13"], end: WHITE, ink: INK, tint: 0.2 },
} as const;

/** Colours of a brand in one mode. */
export interface Accent {
  /** For links, buttons and marks. */
  accent: string;
  /** Text on it. */
  ink: string;
  /** A background of notes. */
  tint: string;
}

export interface BrandColours {
  light: Accent;
  dark: Accent;
}

type Channels = [red: number, green: number, blue: number];

/**
 * The colours of a brand: its own where text in it has enough contrast, otherwise the nearest darker one in light mode,
 * or lighter one in dark mode.
 */
export function brandColours(colour: string): BrandColours {
  return { light: accentOf(colour, "light"), dark: accentOf(colour, "dark") };
}

function accentOf(colour: string, mode: keyof typeof MODES): Accent {
  const { end, grounds, ink, tint } = MODES[mode];
  for (let part = 0; part < 1; part += STEP) {
    const accent = mixed(colour, end, part);
    const shade = mixed(grounds[0], accent, tint);
    const isReadable = [...grounds, shade, ink].every(
      (each) => computeContrast(accent, each) >= LEAST_CONTRAST,
    );
    if (isReadable) return { accent, ink, tint: shade };
  }
  return { accent: end, ink, tint: grounds[2] };
}

/** Contrast of two colours by WCAG 2.2, from 1 to 21. */
export function computeContrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map((each) => {
    const value = each / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The first colour with this part of the second. */
export function mixed(one: string, other: string, part: number): string {
  const to = channelsOf(other);
  const channels = channelsOf(one).map((from, index) => Math.round(from + ((to[index] ?? 0) - from) * part));
  return `#${channels.map((each) => each.toString(16).padStart(2, "0")).join("")}`;
}

/** @param colour such as #4a45c4 */
function channelsOf(colour: string): Channels {
  const number = Number.parseInt(colour.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}
