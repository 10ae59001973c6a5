import { DAY_MS, utcDay } from "../../../kit/clock.ts";
import { keep } from "../../platform/retention/index.ts";
import { deleteMinutes } from "./failure-store.ts";
import { deleteDays } from "./scan-store.ts";

/** A year of days and the days around it can be audited. */
const KEPT_MS = 400 * DAY_MS;
const DAY_TABLES = ["token_scans", "token_scan_owners", "token_concentrations"] as const;

/** How long days of scans and minutes of failures are kept. Movements are kept for ever. */
export const DAY_RETENTION = keep({
  rows: "days of holder scans and minutes of failures",
  windows: {
    days: { rows: "days of holder scans", tables: DAY_TABLES, kept: KEPT_MS, after: "the day" },
    // They are needed while a day may be audited again.
    accounts: {
      rows: "balances of watched accounts",
      tables: ["token_scan_accounts"],
      kept: 60 * DAY_MS,
      after: "the day",
    },
    failures: {
      rows: "minutes of failures",
      tables: ["token_failed_minutes"],
      kept: KEPT_MS,
      after: "the minute",
    },
  },
  purge: (tx, { days, accounts, failures }, { chunk: limit }) => {
    for (const table of DAY_TABLES) {
      const deleted = deleteDays(tx, table, { before: utcDay(days), limit });
      if (deleted > 0) return deleted;
    }
    const balances = deleteDays(tx, "token_scan_accounts", { before: utcDay(accounts), limit });
    return balances > 0 ? balances : deleteMinutes(tx, failures, limit);
  },
});
