import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { countDays } from "../../../http/input/window.ts";
import { DAY_MS, isoUtc, isoUtcOrNull } from "../../../kit/clock.ts";
import { clampAll, clampText, withinBytes } from "./clamp.ts";
import { type Choice, choose } from "./fields.ts";
import { dayText, type GuardDay, scoreDays, toDay } from "./history.ts";
import type {
  Anomalies,
  AnomaliesQuery,
  Delta,
  DeltaQuery,
  DeltaSummary,
  Guards,
  History,
  HistoryQuery,
  SummaryQuery,
} from "./model.ts";
import { countChanges, countStatuses, type DeltaRow, diffRows, isSelected, worstStatus } from "./rules.ts";
import { findLastOfDay, findNewest, listChanges, listLastRows, type Snapshot } from "./store.ts";

/** The newest snapshot; without rows before the first. */
export function readGuards(sql: Sql, withEnv: boolean): { body: Static<typeof Guards>; at: number | null } {
  const newest = findNewest(sql);
  const rows = newest === null ? [] : [...newest.rows, ...(withEnv ? newest.env_rows : [])];
  return {
    at: newest?.taken_at ?? null,
    body: {
      snapshot_id: newest?.id ?? null,
      generated_at_utc: isoUtcOrNull(newest?.taken_at ?? null),
      cause: newest?.cause ?? null,
      overall: worstStatus(rows),
      counts: countStatuses(rows),
      count: rows.length,
      rows,
    },
  };
}

interface SnapshotComparison {
  baseline: Snapshot | null;
  current: Snapshot | null;
  unknownFields: string[];
  rows: DeltaRow[];
}

/** Compares the newest snapshot with the last one of an earlier UTC day. */
export function compare(sql: Sql, query: Choice & { day_offset: number }, now: number): SnapshotComparison {
  const current = findNewest(sql);
  const baseline = findLastOfDay(sql, toDay(now) - query.day_offset);
  const known = [...(baseline?.rows ?? []), ...(current?.rows ?? [])];
  const { filter, unknownFields } = choose(query, known);
  const rows =
    baseline === null || current === null
      ? []
      : diffRows(baseline.rows, current.rows).filter((row) => isSelected(filter, row));
  return { baseline, current, unknownFields, rows };
}

export function readDelta(sql: Sql, query: Static<typeof DeltaQuery>, now: number): Static<typeof Delta> {
  const { baseline, current, unknownFields, rows } = compare(sql, query, now);
  return {
    query: { day_offset: query.day_offset, ...choiceEcho(query) },
    baseline_available: baseline !== null,
    baseline: sideOf(baseline),
    current: sideOf(current),
    unknown_fields: unknownFields,
    count: rows.length,
    rows,
  };
}

const MAX_ROWS = { min: 10, max: 500, fallback: 200 };
const MAX_BYTES = { min: 0, max: 250_000, fallback: 0 };

/** The comparison by section. `at` is the last time it may have changed: a snapshot or the start of the UTC day. */
export function readDeltaSummary(
  sql: Sql,
  query: Static<typeof SummaryQuery>,
  now: number,
): { body: Static<typeof DeltaSummary>; at: number } {
  const { baseline, current, unknownFields, rows } = compare(sql, query, now);
  const today = now - (now % DAY_MS);
  return {
    at: Math.max(today, current?.taken_at ?? 0),
    body: {
      query: { day_offset: query.day_offset, ...choiceEcho(query) },
      baseline_available: baseline !== null,
      unknown_fields: unknownFields,
      counts: countChanges(rows),
      ...(query.include_compare_timestamps === true && {
        compare: {
          baseline_at: isoUtcOrNull(baseline?.taken_at ?? null),
          current_at: isoUtcOrNull(current?.taken_at ?? null),
        },
      }),
      ...(query.include_fields === true && fieldsOf(rows, query)),
    },
  };
}

function fieldsOf(rows: readonly DeltaRow[], query: Static<typeof SummaryQuery>) {
  const most = clampText(query.include_fields_max, MAX_ROWS);
  const bytes = clampText(query.include_fields_bytes_limit, MAX_BYTES);
  const fields = withinBytes(rows.slice(0, most.applied), bytes.applied);
  return {
    include_fields_max: most,
    include_fields_bytes_limit: bytes,
    truncated: fields.length < rows.length,
    omitted: rows.length - fields.length,
    fields,
  };
}

const DAYS = { days: [1, 365] } as const;

export function readHistory(
  sql: Sql,
  query: Static<typeof HistoryQuery>,
  now: number,
): Static<typeof History> {
  const { values, clamped } = clampAll({ days: countDays(query) }, DAYS);
  const { days, unknownFields } = daysOf(sql, query, toDay(now) - values.days + 1);
  const rows = days
    .toReversed()
    .map(({ day, snapshots, changes, counts }) => ({ day: dayText(day), snapshots, changes, ...counts }));
  return {
    query: { days: values.days, ...choiceEcho(query), clamped },
    unknown_fields: unknownFields,
    count: rows.length,
    rows,
  };
}

/** Default parameters of anomaly queries (interface, Limits). */
export const ANOMALY_DEFAULTS = {
  section: "all",
  baseline_days: 7,
  min_baseline_points: 3,
  zscore_threshold: 2,
  min_change_count: 2,
} as const;

const ANOMALY_BOUNDS = {
  days: [1, 365],
  baseline_days: [2, 60],
  min_baseline_points: [1, 60],
  zscore_threshold: [0.1, 10],
  min_change_count: [1, 1000],
} as const;

export function readAnomalies(
  sql: Sql,
  query: Static<typeof AnomaliesQuery>,
  now: number,
): Static<typeof Anomalies> {
  const { baseline_days, min_baseline_points, zscore_threshold, min_change_count } = query;
  const asked = {
    days: countDays(query),
    baseline_days,
    min_baseline_points,
    zscore_threshold,
    min_change_count,
  };
  const { values, clamped } = clampAll(asked, ANOMALY_BOUNDS);
  const firstDay = toDay(now) - values.days + 1;
  const { days: measured, unknownFields } = daysOf(sql, query, firstDay - values.baseline_days);
  const rows = scoreDays(measured, firstDay, values).map((row) => ({ ...row, fields: [...row.fields] }));
  return {
    query: { ...values, ...choiceEcho(query), clamped },
    unknown_fields: unknownFields,
    count: rows.length,
    anomaly_count: rows.filter(({ is_anomaly }) => is_anomaly).length,
    rows,
  };
}

/** Days with snapshots from `fromDay` on, oldest first, limited to the selected rows. */
function daysOf(sql: Sql, choice: Choice, fromDay: number): { days: GuardDay[]; unknownFields: string[] } {
  const last = listLastRows(sql, fromDay);
  const changes = listChanges(sql, fromDay);
  const changedRows = changes.flatMap((each) => each.changes.map(([section, field]) => ({ section, field })));
  const known = [...last.flatMap(({ rows }) => rows), ...changedRows];
  const { filter, unknownFields } = choose(choice, known);
  const byDay = Map.groupBy(changes, ({ day }) => day);
  const days = last.map(({ day, rows }) => {
    const snapshots = byDay.get(day) ?? [];
    const changed = snapshots
      .flatMap((each) => each.changes.map(([section, field]) => ({ section, field })))
      .filter((row) => isSelected(filter, row));
    return {
      day,
      snapshots: snapshots.length,
      changes: changed.length,
      fields: [...new Set(changed.map(({ field }) => field))].sort(),
      counts: countStatuses(rows.filter((row) => isSelected(filter, row))),
    };
  });
  return { days, unknownFields };
}

function sideOf(snapshot: Snapshot | null) {
  if (snapshot === null) return null;
  return { snapshot_id: snapshot.id, generated_at_utc: isoUtc(snapshot.taken_at) };
}

function choiceEcho({ section, fields, fields_preset }: Choice) {
  return { section, fields: fields ?? null, fields_preset: fields_preset ?? null };
}
