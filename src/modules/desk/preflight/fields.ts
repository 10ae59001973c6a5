import type { GuardRow, RowFilter, Section } from "./rules.ts";

/** Presets of fields, as predicates over rows. */
const PRESETS = {
  docs_mode: ({ section, field }) => section === "responder" && field === "docs_mode",
  token_secret: ({ section }) => section === "token",
  synthetic_thresholds: ({ section, field }) => section === "synthetic" && field.startsWith("threshold"),
} as const satisfies Record<string, (row: Pick<GuardRow, "section" | "field">) => boolean>;

export type Preset = keyof typeof PRESETS;
export const PRESET_NAMES = ["docs_mode", "token_secret", "synthetic_thresholds"] as const satisfies Preset[];

export interface Choice {
  section: Section | "all";
  /** Comma-separated. */
  fields?: string | undefined;
  fields_preset?: Preset | undefined;
}

/**
 * Resolves a choice against the available rows, combining list and preset.
 * @returns the filter, and the listed names without a row, in their order
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
