import type { Static } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { InvalidInput } from "../../../kit/invalid-input.ts";
import { type Metadata, MetadataInput } from "../../platform/metadata/index.ts";

/** One line per note, as a form shows and takes them. */
export function metadataLines(metadata: Static<typeof Metadata>): string {
  return Object.entries(metadata ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}

// Only one space is taken from a value: what a form showed comes back as it was.
const LINE = /^([^\s:]+): ?(.*)$/su;

/** The notes of a form; null for none. @throws InvalidInput naming the first line that is none */
export function readMetadataLines(text: string | undefined): Static<typeof MetadataInput> {
  const lines = (text ?? "").split(/\r?\n/);
  const notes = lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    const [, name = "", value = ""] = LINE.exec(line) ?? [];
    if (!Value.Check(MetadataInput, { [name]: value }))
      throw new InvalidInput(
        "metadata",
        `must be a name of a-z, 0-9 and _, a colon and a text of at most 200 characters: line ${index + 1} is not`,
      );
    return [[name, value] as const];
  });
  if (notes.length === 0) return null;
  const metadata = Object.fromEntries(notes);
  if (Object.keys(metadata).length < notes.length)
    throw new InvalidInput("metadata", "must have each name only once");
  if (!Value.Check(MetadataInput, metadata)) throw new InvalidInput("metadata", "must be at most 16 lines");
  return metadata;
}
