import type { Sql } from "../../../db/sql.ts";
import { type Notice, singleNotice } from "../../platform/notices/index.ts";
import { MONITOR_PATH } from "./model.ts";
import type { Rule } from "./rules.ts";
import { findStanding } from "./store.ts";

/** Alarms that fire, and whether they were escalated or somebody has acknowledged them. */
export function monitorNotices(sql: Sql, rules: readonly Rule[]): Notice[] {
  return rules.flatMap(({ rule }) => {
    const { state, since, escalated_at, acknowledged_at, acknowledged_by } = findStanding(sql, rule);
    if (state !== "firing") return [];
    const isTaken = acknowledged_at !== null;
    const escalation = escalated_at === null ? "" : ", escalated";
    const taken = isTaken ? `, acknowledged by ${acknowledged_by}` : escalation;
    return [
      singleNotice(
        {
          id: `alarm.${rule}`,
          status: isTaken ? "warn" : "bad",
          title: `Alarm ${rule.replaceAll("_", " ")} is firing${taken}`,
          path: `${MONITOR_PATH}#${rule}`,
        },
        since,
      ),
    ];
  });
}
