import type { Sql } from "../../../db/sql.ts";
import { countedNotice, type Notice } from "../../platform/notices/index.ts";
import { FAILURES_SHOWN_DAYS, tallyFailedAlerts } from "./store.ts";

/** A notice for operators if recent alerts could not be sent. */
export function alertNotices(sql: Sql, now: number): Notice[] {
  return countedNotice(tallyFailedAlerts(sql, now), {
    id: "unsent_alerts",
    status: "warn",
    title: `Alerts of the last ${FAILURES_SHOWN_DAYS} days that could not be sent`,
    path: "/admin/alerts",
  });
}
