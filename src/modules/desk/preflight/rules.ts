import { type Static, Type } from "@sinclair/typebox";
import { OneOf } from "../../../http/schema/shapes.ts";

/** Sections of guards, in the order of answers (contract section 17). */
export const SECTIONS = ["responder", "synthetic", "digest", "token", "artifact"] as const;
export type Section = (typeof SECTIONS)[number];

/** Statuses of a guard, from best to worst. */
export const GUARD_STATUSES = ["pass", "warn", "fail"] as const;
export type GuardStatus = (typeof GUARD_STATUSES)[number];

/** One guard's finding. `value` is a state, never a counter or duration, so that only real changes differ. */
const GuardRow = Type.Object({
  section: OneOf(SECTIONS),
  field: Type.String(),
  status: OneOf(GUARD_STATUSES),
  value: Type.String(),
  expected: Type.String(),
  message: Type.String(),
});
export type GuardRow = Static<typeof GuardRow>;

export const StoredRow = Type.Object({
  ...GuardRow.properties,
  /** ISO 8601 time of the last change of status or value. */
  since: Type.String(),
});
export type StoredRow = Static<typeof StoredRow>;

export type Change = "added" | "removed" | "changed";
type GuardValue = Pick<GuardRow, "status" | "value">;

/** A row that differs between two snapshots. */
export interface DeltaRow {
  section: Section;
  field: string;
  change: Change;
  previous: GuardValue | null;
  current: GuardValue | null;
}

/** Selects rows by section and field. */
export interface RowFilter {
  section: Section | "all";
  /** Null: every field. */
  fields: ReadonlySet<string> | null;
}

export function isSelected(
  { section, fields }: RowFilter,
  row: Pick<GuardRow, "section" | "field">,
): boolean {
  return (section === "all" || section === row.section) && (fields === null || fields.has(row.field));
}

export function worstStatus(rows: readonly Pick<GuardRow, "status">[]): GuardStatus {
  return GUARD_STATUSES.findLast((status) => rows.some((row) => row.status === status)) ?? "pass";
}

export function countStatuses(rows: readonly Pick<GuardRow, "status">[]): Record<GuardStatus, number> {
  const counts = { pass: 0, warn: 0, fail: 0 };
  for (const { status } of rows) counts[status]++;
  return counts;
}

/** Rows whose status or value differs, by section, then field. */
export function diffRows(previous: readonly GuardRow[], current: readonly GuardRow[]): DeltaRow[] {
  const before = new Map(previous.map((row) => [nameOf(row), row]));
  const after = new Map(current.map((row) => [nameOf(row), row]));
  const names = new Set([...before.keys(), ...after.keys()]);
  const rows: DeltaRow[] = [];
  for (const name of names) {
    const [was, is] = [before.get(name), after.get(name)];
    const row = was ?? is;
    if (row === undefined || (was !== undefined && is !== undefined && isSame(was, is))) continue;
    rows.push({
      section: row.section,
      field: row.field,
      change: was === undefined ? "added" : is === undefined ? "removed" : "changed",
      previous: was === undefined ? null : { status: was.status, value: was.value },
      current: is === undefined ? null : { status: is.status, value: is.value },
    });
  }
  return rows.sort(
    (a, b) => SECTIONS.indexOf(a.section) - SECTIONS.indexOf(b.section) || (a.field < b.field ? -1 : 1),
  );
}

/** Adds `since` to rows: the previous snapshot's time for unchanged rows, otherwise now. */
export function withSince(
  rows: readonly GuardRow[],
  previous: readonly StoredRow[],
  nowIso: string,
): StoredRow[] {
  const before = new Map(previous.map((row) => [nameOf(row), row]));
  return rows.map((row) => {
    const was = before.get(nameOf(row));
    return { ...row, since: was !== undefined && isSame(was, row) ? was.since : nowIso };
  });
}

export interface SectionCounts {
  added: number;
  removed: number;
  changed: number;
  /** Changed rows whose status got worse. */
  regressed: number;
  /** Changed rows whose status got better. */
  recovered: number;
}

/** Changes by section, including sections without changes. */
export function countChanges(rows: readonly DeltaRow[]): Record<Section, SectionCounts> {
  const none = () => ({ added: 0, removed: 0, changed: 0, regressed: 0, recovered: 0 });
  const counts: Record<Section, SectionCounts> = {
    responder: none(),
    synthetic: none(),
    digest: none(),
    token: none(),
    artifact: none(),
  };
  for (const { section, change, previous, current } of rows) {
    counts[section][change]++;
    if (previous === null || current === null) continue;
    const worse = GUARD_STATUSES.indexOf(current.status) - GUARD_STATUSES.indexOf(previous.status);
    if (worse > 0) counts[section].regressed++;
    if (worse < 0) counts[section].recovered++;
  }
  return counts;
}

function nameOf({ section, field }: Pick<GuardRow, "section" | "field">): string {
  return `${section} ${field}`;
}

function isSame(a: GuardValue, b: GuardValue): boolean {
  return a.status === b.status && a.value === b.value;
}
