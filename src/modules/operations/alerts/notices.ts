import type { Sql } from "../../../db/sql.ts";
import type { Notice } from "../../platform/notices/index.ts";
import { countFailedAlerts, FAILURES_SHOWN_DAYS } from "./store.ts";

/** Alerts that nobody received. */
export function alertNotices(sql: Sql, now: number): Notice[] {
  const unsent = countFailedAlerts(sql, now);
  if (unsent === 0) return [];
  const message = `${unsent} alerts did not arrive in the last ${FAILURES_SHOWN_DAYS} days`;
  return [{ status: "warn", message, path: "/admin/alerts" }];
}
