import type { Sql } from "../../../../db/sql.ts";
import { listSetThresholds } from "./store.ts";
import { DETECTOR_THRESHOLDS, THRESHOLDS } from "./thresholds.ts";

/** Every threshold's value in force, by name. */
export function readThresholds(sql: Sql): Map<string, number> {
  const set = listSetThresholds(sql);
  return new Map(THRESHOLDS.map((each) => [each.name, set.get(each.name) ?? each.default]));
}

/** The values that decide what a run finds, by name. */
export function readDetectorThresholds(sql: Sql): Map<string, number> {
  return new Map([...readThresholds(sql)].filter(([name]) => DETECTOR_THRESHOLDS.has(name)));
}
