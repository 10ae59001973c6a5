/** Kinds of operators' configuration: the sections of the desk's file, in order. */
export const DESK_SECTIONS = ["rules", "suppressions", "campaigns", "missions", "thresholds"] as const;
export type DeskSectionName = (typeof DESK_SECTIONS)[number];

/** One configured item, under a key that is unique in its section. */
export interface DeskEntry {
  key: string;
  /** JSON without secrets. */
  value: Readonly<Record<string, unknown>>;
}

/** A module's contribution to a section of the desk's file. */
export interface DeskSection<Parts> {
  section: DeskSectionName;
  /** Page or command with which operators change these entries, in a few words. */
  changedBy: string;
  read: (parts: Parts, now: number) => readonly DeskEntry[];
}
