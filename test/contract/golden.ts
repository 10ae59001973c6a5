import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";

/**
 * The golden document, split into one file per group with its paths, and files for shared shapes, answers and the rest.
 * `bun run golden` updates it.
 */
export const GOLDEN = join(import.meta.dir, "openapi");
/** No directory: commands act as the last server of theirs, whose address would be in the document. */
export const NO_DATA = join(GOLDEN, "none");
const MAX_BYTES = 240_000;

interface Document {
  paths: Record<string, Record<string, { tags?: string[] }>>;
  components: Record<string, Record<string, unknown>>;
}

/** Splits the output of `salute openapi` into files by name. */
export function split(printed: string): Map<string, string> {
  const { paths, components, ...rest } = parse(printed) as Document;
  const parts: [string, object][] = [["document", rest]];
  const groups = Map.groupBy(
    Object.entries(paths),
    ([, item]) => Object.values(item)[0]?.tags?.[0] ?? "none",
  );
  for (const [group, entries] of groups) parts.push([`paths.${group}`, Object.fromEntries(entries)]);
  for (const [kind, entries] of Object.entries(components)) parts.push([`components.${kind}`, entries]);
  return new Map(parts.flatMap(([name, part]) => filesOf(name, part)));
}

/** Splits a part into files below the size limit. */
function filesOf(name: string, part: object): [string, string][] {
  const text = stringify(part, { aliasDuplicateObjects: false, lineWidth: 0 });
  const entries = Object.entries(part);
  if (text.length <= MAX_BYTES || entries.length < 2) return [[`${name}.yaml`, text]];
  const half = Math.ceil(entries.length / 2);
  return [
    ...filesOf(`${name}.a`, Object.fromEntries(entries.slice(0, half))),
    ...filesOf(`${name}.b`, Object.fromEntries(entries.slice(half))),
  ];
}

/** The stored golden files. */
export function readGolden(): Map<string, string> {
  return new Map(readdirSync(GOLDEN).map((file) => [file, readFileSync(join(GOLDEN, file), "utf8")]));
}

if (import.meta.main) {
  rmSync(GOLDEN, { recursive: true, force: true });
  mkdirSync(GOLDEN);
  const command = [process.execPath, join(import.meta.dir, "../../src/main.ts"), "openapi"];
  const printed = Bun.spawnSync(command, { env: { ...process.env, DATA_DIR: NO_DATA } });
  for (const [file, text] of split(printed.stdout.toString())) writeFileSync(join(GOLDEN, file), text);
}
