import type { Sql } from "../../../db/sql.ts";
import type { Notice } from "../../platform/notices/index.ts";
import { countFailedAlerts, FAILURES_SHOWN_DAYS } from "./store.ts";

/** A notice for operators if recent alerts could not be sent. */
export function alertNotices(sql: Sql, now: number): Notice[] {
  const unsent = countFailedAlerts(sql, now);
  if (unsent === 0) return [];
  const message = `${unsent} alerts of the last ${FAILURES_SHOWN_DAYS} days could not be sent`;
  return [{ status: "warn", message, path: "/admin/alerts" }];
}
