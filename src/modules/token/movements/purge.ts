import type { Tx } from "../../../db/sql.ts";
import { DAY_MS, utcDay } from "../../../kit/clock.ts";
import { deleteMinutes } from "./failure-store.ts";
import { deleteDays } from "./scan-store.ts";

/** A year of days and the days around it can be examined. */
const KEPT_DAYS = 400;
/** Balances of watched accounts are needed while a day may be audited again. */
const ACCOUNT_DAYS = 60;

/** Deletes some of what is past its time of days and minutes; returns how many rows went. Movements are kept. */
export function purgeDays(tx: Tx, now: number, limit: number): number {
  const day = utcDay(now - KEPT_DAYS * DAY_MS);
  for (const table of ["token_scans", "token_scan_owners", "token_concentrations"] as const) {
    const gone = deleteDays(tx, table, day, limit);
    if (gone > 0) return gone;
  }
  const accounts = deleteDays(tx, "token_scan_accounts", utcDay(now - ACCOUNT_DAYS * DAY_MS), limit);
  return accounts > 0 ? accounts : deleteMinutes(tx, now - KEPT_DAYS * DAY_MS, limit);
}
