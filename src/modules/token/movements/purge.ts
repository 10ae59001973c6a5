import type { Tx } from "../../../db/sql.ts";
import { DAY_MS, utcDay } from "../../../kit/clock.ts";

/** A year of days and the days around it can be examined. */
const KEPT_DAYS = 400;
/** Balances of watched accounts are needed while a day may be audited again. */
const ACCOUNT_DAYS = 60;

const DAILY = ["token_scans", "token_scan_owners", "token_concentrations"];

/** Deletes some expired days and minutes; returns how many rows. Movements are kept. */
export function purgeDays(tx: Tx, now: number, limit: number): number {
  const day = utcDay(now - KEPT_DAYS * DAY_MS);
  for (const table of DAILY) {
    const key = table === "token_scan_owners" ? "token_id, day, rank" : "token_id, day";
    const gone = deleteSome(tx, table, key, "day < ?", [day, limit]);
    if (gone > 0) return gone;
  }
  const accounts = deleteSome(tx, "token_scan_accounts", "token_id, day, account", "day < ?", [
    utcDay(now - ACCOUNT_DAYS * DAY_MS),
    limit,
  ]);
  if (accounts > 0) return accounts;
  return deleteSome(tx, "token_failed_minutes", "token_id, minute", "minute < ?", [
    now - KEPT_DAYS * DAY_MS,
    limit,
  ]);
}

function deleteSome(
  tx: Tx,
  table: string,
  key: string,
  condition: string,
  values: [before: string | number, limit: number],
): number {
  return tx.run(
    `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ?)`,
    ...values,
  ).changes;
}
