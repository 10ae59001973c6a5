import type { GuardRow, RowFilter, Section } from "./rules.ts";

/** Fields that belong together, by the name of their preset: what decides whether a row is one of them. */
const PRESETS = {
  docs_mode: ({ section, field }) => section === "responder" && field === "docs_mode",
  token_secret: ({ section }) => section === "token",
  synthetic_thresholds: ({ section, field }) => section === "synthetic" && field.startsWith("threshold"),
} as const satisfies Record<string, (row: Pick<GuardRow, "section" | "field">) => boolean>;

export type Preset = keyof typeof PRESETS;
export const PRESET_NAMES = ["docs_mode", "token_secret", "synthetic_thresholds"] as const satisfies Preset[];

export interface Choice {
  section: Section | "all";
  /** A comma list. */
  fields?: string | undefined;
  fields_preset?: Preset | undefined;
}

/**
 * What a choice comes to among the rows at hand: list and preset add up.
 * @returns the names in the list that no row bears too, in their order
 */
export function choose(
  { section, fields, fields_preset: preset }: Choice,
  rows: readonly Pick<GuardRow, "section" | "field">[],
): { filter: RowFilter; unknownFields: string[] } {
  if (fields === undefined && preset === undefined)
    return { filter: { section, fields: null }, unknownFields: [] };
  const known = new Set(rows.map(({ field }) => field));
  const named = [...new Set((fields ?? "").split(",").map((each) => each.trim()))].filter(Boolean);
  const chosen = new Set(named.filter((field) => known.has(field)));
  if (preset !== undefined) for (const row of rows) if (PRESETS[preset](row)) chosen.add(row.field);
  return { filter: { section, fields: chosen }, unknownFields: named.filter((field) => !known.has(field)) };
}
