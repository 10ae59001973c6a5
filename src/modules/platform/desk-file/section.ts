/** What operators set up, by kind: the sections of the desk's file, in their order. */
export const DESK_SECTIONS = ["rules", "suppressions", "campaigns", "missions", "thresholds"] as const;
export type DeskSectionName = (typeof DESK_SECTIONS)[number];

/** One thing that is set up, under a key that is unique in its section. */
export interface DeskEntry {
  key: string;
  /** JSON; no secret. */
  value: Readonly<Record<string, unknown>>;
}

/** What a module adds to a section of the desk's file. */
export interface DeskSection<Parts> {
  section: DeskSectionName;
  /** Where these entries are changed, in a few words. */
  changedBy: string;
  read: (parts: Parts, now: number) => readonly DeskEntry[];
}
