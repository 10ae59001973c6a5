import type { Sql } from "../../../db/sql.ts";
import { countedNotice, type Notice } from "../../platform/notices/index.ts";
import { tallyOpenCalls } from "../calls/index.ts";
import { type Rule, ruleSubject } from "../monitor/index.ts";

/** Alarms that nobody has acknowledged, without those of the monitor's rules, which have notices of their own. */
export function callNotices(sql: Sql, rules: readonly Rule[]): Notice[] {
  return countedNotice(tallyOpenCalls(sql, rules.map(ruleSubject)), {
    id: "open_calls",
    status: "bad",
    title: "Alarms that nobody has acknowledged",
    path: "/admin/on-call#open",
  });
}
