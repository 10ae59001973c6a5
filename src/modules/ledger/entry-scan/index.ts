import { createOnce, type Invariant } from "../../platform/invariants/index.ts";
import { scanEntries } from "./scan.ts";

export const balances = scanned("ledger_balances", "balances");
/** Of the index used by searches by time, and the numbers of entries on the desk. */
export const hours = scanned("ledger_hours", "hours");
/** Of the monthly reports. */
export const months = scanned("ledger_months", "months");

/** An invariant of every entry, for which all entries are read once. */
function scanned(name: string, check: keyof ReturnType<typeof scanEntries>): Invariant {
  return {
    name,
    run(sql, once = createOnce(sql)) {
      const found = once(scanEntries)[check];
      if ("error" in found) throw found.error;
      return found;
    },
  };
}
