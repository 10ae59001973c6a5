import type { Sql } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import { findMission, type MissionRow } from "./store.ts";

/** @throws Problem mission_not_found */
export function requireMission(sql: Sql, key: string): MissionRow {
  const mission = findMission(sql, key);
  if (mission !== null) return mission;
  throw new Problem(MESSENGER_ERRORS.mission_not_found, `Name another mission: there is no ${key}.`);
}
