import type { Brand } from "../../../pages/index.ts";

/** Mail programs and servers leave shorter lines as they are. */
const MAX_LINE = 72;

/** The end of every mail's text, as mail programs know it; empty for an installation without a brand. */
export function mailSignature({ isOwn, name, text }: Pick<Brand, "isOwn" | "name" | "text">): string {
  if (!isOwn) return "";
  return `\n-- \n${[name, ...linesOf(text ?? "")].join("\n")}\n`;
}

function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((each) => each !== "")) {
    const line = lines.at(-1);
    if (line === undefined || line.length + word.length >= MAX_LINE) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}
