import { isoUtc } from "../../../kit/clock.ts";
import { canonicalJson } from "../../../kit/formats/canonical-json.ts";
import { DESK_SECTIONS, type DeskEntry, type DeskSection, type DeskSectionName } from "./section.ts";

const FORMAT = "salute-desk-1";

export type DeskSections = Readonly<Record<DeskSectionName, Readonly<Record<string, DeskEntry["value"]>>>>;

/** The operators' configuration as one file for review: equal configurations give equal text, except for the time. */
export interface DeskFile {
  format: typeof FORMAT;
  exported_at: string;
  sections: DeskSections;
}

/** The file is not valid; the message says why. */
export class DeskFileError extends Error {}

/** All modules' sections, with entries sorted by key. */
export function exportDesk<Parts>(
  announced: readonly DeskSection<Parts>[],
  parts: Parts,
  now: number,
): DeskFile {
  const entriesOf = (name: DeskSectionName) =>
    announced
      .filter(({ section }) => section === name)
      .flatMap(({ read }) => [...read(parts, now)])
      .sort((a, b) => (a.key < b.key ? -1 : 1));
  const sections = Object.fromEntries(
    DESK_SECTIONS.map((name) => [
      name,
      Object.fromEntries(entriesOf(name).map(({ key, value }) => [key, value])),
    ]),
  ) as DeskSections;
  return { format: FORMAT, exported_at: isoUtc(now), sections };
}

/** @throws DeskFileError */
export function parseDesk(text: string): Partial<DeskSections> {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new DeskFileError("it is not JSON");
  }
  if (!isObject(file) || file.format !== FORMAT) throw new DeskFileError(`its format is not ${FORMAT}`);
  if (!isObject(file.sections)) throw new DeskFileError("sections must be an object");
  for (const [name, entries] of Object.entries(file.sections)) {
    if (!DESK_SECTIONS.some((each) => each === name))
      throw new DeskFileError(`there is no section ${name}: ${DESK_SECTIONS.join(", ")}`);
    if (!isObject(entries) || !Object.values(entries).every(isObject))
      throw new DeskFileError(`section ${name} must hold objects by key`);
  }
  return file.sections as Partial<DeskSections>;
}

/** The change that an import would make to one entry. */
export interface DeskChange {
  section: DeskSectionName;
  key: string;
  change: "add" | "change" | "remove";
  before: DeskEntry["value"] | null;
  after: DeskEntry["value"] | null;
}

/** The changes that would make the installation match the file; missing sections stay unchanged. */
export function planImport(present: DeskSections, wanted: Partial<DeskSections>): DeskChange[] {
  return DESK_SECTIONS.flatMap((section) => {
    const after = wanted[section];
    if (after === undefined) return [];
    const before = present[section];
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    return keys.flatMap((key) =>
      changeOf({ section, key, before: before[key] ?? null, after: after[key] ?? null }),
    );
  });
}

function changeOf({ section, key, before, after }: Omit<DeskChange, "change">): DeskChange[] {
  if (before === null) return [{ section, key, change: "add", before, after }];
  if (after === null) return [{ section, key, change: "remove", before, after }];
  if (canonicalJson(before) === canonicalJson(after)) return [];
  return [{ section, key, change: "change", before, after }];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
