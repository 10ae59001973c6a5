import type { Tx } from "../../../db/sql.ts";
import { DAY_MS, utcDay } from "../../../kit/clock.ts";
import { deleteMinutes } from "./failure-store.ts";
import { deleteDays } from "./scan-store.ts";

/** A year of days and the days around it can be audited. */
const KEPT_DAYS = 400;
/** Balances of watched accounts are needed while a day may be audited again. */
const ACCOUNT_DAYS = 60;

/** Deletes up to `limit` expired rows of days and minutes. Returns the number deleted. Movements are kept. */
export function purgeDays(tx: Tx, now: number, limit: number): number {
  const before = utcDay(now - KEPT_DAYS * DAY_MS);
  for (const table of ["token_scans", "token_scan_owners", "token_concentrations"] as const) {
    const deleted = deleteDays(tx, table, { before, limit });
    if (deleted > 0) return deleted;
  }
  const accountsBefore = utcDay(now - ACCOUNT_DAYS * DAY_MS);
  const accounts = deleteDays(tx, "token_scan_accounts", { before: accountsBefore, limit });
  return accounts > 0 ? accounts : deleteMinutes(tx, now - KEPT_DAYS * DAY_MS, limit);
}
