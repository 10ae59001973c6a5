import type { Sql } from "../../../../db/sql.ts";
import { listSetThresholds } from "./store.ts";
import { DETECTOR_THRESHOLDS, THRESHOLDS } from "./thresholds.ts";

/** Values in force of all thresholds, by name. */
export function readThresholds(sql: Sql): Map<string, number> {
  const set = listSetThresholds(sql);
  return new Map(THRESHOLDS.map((each) => [each.name, set.get(each.name) ?? each.default]));
}

/** Values in force of the detectors' thresholds, by name. */
export function readDetectorThresholds(sql: Sql): Map<string, number> {
  return new Map([...readThresholds(sql)].filter(([name]) => DETECTOR_THRESHOLDS.has(name)));
}
