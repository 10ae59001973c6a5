/** Characters that a reader does not see and that let one text imitate another. */
const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}\p{Co}\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]|\u034f/u;
const EACH_INVISIBLE = new RegExp(INVISIBLE, "gu");
const EACH_CONTROL = /(?![\n\t])\p{Cc}/gu;
/** Zero-width joiners that combine several emoji into one. */
const JOINED =
  /(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})/gu;

/**
 * Whether a text has no hidden meaning, also in a mail's subject: no invisible characters and no encoded word (RFC
 * 2047).
 */
export function isPlainlyRead(text: string): boolean {
  return !INVISIBLE.test(text.replaceAll(JOINED, "")) && !text.includes("=?");
}

/** The text without control characters, line breaks and tabs aside, and without what a reader does not see. */
export function withoutInvisible(text: string): string {
  return text
    .split(JOINED)
    .map((part) => part.replaceAll(EACH_CONTROL, "").replaceAll(EACH_INVISIBLE, ""))
    .join("\u200d");
}
