/** Lengths of texts by each channel's own count, and how they are cut to fit. */

/** The units in which channels count. */
export const UNITS = {
  weighted_characters:
    "X's count: most Latin text 1, most other characters and each emoji 2, every address 23",
  graphemes: "What a reader perceives as one character (Unicode UAX 29)",
  characters: "Unicode code points",
  utf16_units: "UTF-16 code units",
  bytes: "Bytes of the whole link, percent-encoded",
  gsm7_septets: "Septets of GSM 03.38; its extension characters take two",
  ucs2_units: "UTF-16 code units, since a character is outside GSM 03.38",
  none: "The channel takes no text",
} as const;

export type Unit = keyof typeof UNITS;

/** A text's length in the channel's unit. `max` is null if the channel publishes no limit. */
export interface Length {
  max: number | null;
  remaining: number | null;
  truncated: boolean;
  unit: Unit;
  used: number;
}

/** Made on first use: a start needs none. */
let segmenter: Intl.Segmenter | null = null;
/** ASCII, plus line feeds: each character is a grapheme of weight one. */
const PLAIN = /^[\x20-\x7e\n]*$/;

export function splitGraphemes(text: string): string[] {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

export function countGraphemes(text: string): number {
  return PLAIN.test(text) ? text.length : splitGraphemes(text).length;
}

export function countCharacters(text: string): number {
  return PLAIN.test(text) ? text.length : [...text].length;
}

/** Every address has this weight on X and on Mastodon, whatever its length. */
export const ADDRESS_WEIGHT = 23;
const ADDRESS = /https?:\/\/[^\s]+/gi;

/** X's weighted length (twitter-text, configuration 3): ranges of weight one; emoji and all others weigh two. */
export function countWeighted(text: string): number {
  if (!text.includes("://")) return weigh(text);
  const addresses = text.match(ADDRESS) ?? [];
  return weigh(text.replaceAll(ADDRESS, "")) + addresses.length * ADDRESS_WEIGHT;
}

const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

function weigh(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let weight = 0;
  for (const grapheme of splitGraphemes(text.normalize("NFC"))) {
    if (EMOJI.test(grapheme) && !/^[\xa9\xae\u203c\u2049\u2122]$/.test(grapheme)) weight += 2;
    else for (const character of grapheme) weight += isLight(character.codePointAt(0) ?? 0) ? 1 : 2;
  }
  return weight;
}

function isLight(code: number): boolean {
  return (
    code <= 4_351 ||
    (code >= 8_192 && code <= 8_205) ||
    (code >= 8_208 && code <= 8_223) ||
    (code >= 8_242 && code <= 8_247)
  );
}

const GSM7 =
  /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà\f^{}\\[~\]|€]*$/;
const GSM7_DOUBLE = /[\f^{}\\[~\]|€]/g;
/** Three joined messages: the most that phones send as text rather than as a picture message. */
export const SMS_MAX = { gsm7_septets: 3 * 153, ucs2_units: 3 * 67 } as const;

/** A text message's unit, length and limit. */
export function countSms(text: string): { unit: "gsm7_septets" | "ucs2_units"; used: number; max: number } {
  const unit = GSM7.test(text) ? "gsm7_septets" : "ucs2_units";
  const used = text.length + (unit === "gsm7_septets" ? (text.match(GSM7_DOUBLE)?.length ?? 0) : 0);
  return { unit, used, max: SMS_MAX[unit] };
}

const CUT = "…";

/** The text, or its longest beginning that fits with … appended, cut between graphemes; empty if not even … fits. */
export function cut(text: string, fits: (candidate: string) => boolean): string {
  if (fits(text)) return text;
  const graphemes = splitGraphemes(text);
  let [low, high] = [0, graphemes.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(shortened(graphemes, middle))) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? "" : shortened(graphemes, low);
}

function shortened(graphemes: readonly string[], count: number): string {
  return `${graphemes.slice(0, count).join("").trimEnd()}${CUT}`;
}
