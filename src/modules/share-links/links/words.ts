import { type Warning, warn } from "./validation/warnings.ts";

/** C0 except line feed, DEL, C1, direction overrides and isolates, halves of surrogate pairs. */
const REMOVED = /[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/gu;
/** Blanks of other widths, replaced by a plain one. */
const BLANK = /[\t\u2028\u2029]/g;

/**
 * A title, artist or text without characters that change how the rest of a message reads, with a warning if any were removed.
 * A title or an artist is one line. Null if nothing is left.
 */
export function cleanWords(
  field: "artist" | "title" | "text",
  given: string | undefined,
  warnings: Warning[],
): string | null {
  if (given === undefined) return null;
  const blanked = given.replaceAll("\r\n", "\n").replace(/\r/g, "\n").replace(BLANK, " ");
  const lines = field === "text" ? blanked : blanked.replaceAll("\n", " ");
  const clean = lines.replace(REMOVED, "");
  if (clean !== lines) {
    const message = `${field} held control or direction-override characters, which were removed.`;
    warnings.push(warn("characters_removed", message, { field }));
  }
  const trimmed = clean.trim();
  return trimmed === "" ? null : trimmed;
}
