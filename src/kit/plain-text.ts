/** Combining marks inside emoji, keycaps and ideographs: invisible alone, part of a visible character. */
const KEPT = [
  String.raw`(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\p{Ideographic})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
].join("|");
/** Characters that a reader does not see and that let one text imitate another. */
const INVISIBLE = String.raw`[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\p{Co}\u2800]`;
const UNSEEN = new RegExp(`(${KEPT})|${INVISIBLE}`, "gu");
const EACH_CONTROL = /(?![\n\t])\p{Cc}/gu;

/**
 * Whether a text has no hidden meaning, also in a mail's subject: no invisible characters and no encoded word (RFC
 * 2047).
 */
export function isPlainlyRead(text: string): boolean {
  return withoutUnseen(text) === text && !text.includes("=?");
}

/** The text without control characters, line breaks and tabs aside, and without what a reader does not see. */
export function withoutInvisible(text: string): string {
  return withoutUnseen(text.replaceAll(EACH_CONTROL, ""));
}

function withoutUnseen(text: string): string {
  return text.replaceAll(UNSEEN, (_, kept: string | undefined) => kept ?? "");
}
