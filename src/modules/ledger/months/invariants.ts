import { type Invariant, toFinding } from "../../platform/invariants/index.ts";
import { faultsOfSums } from "./store.ts";

/** The sums behind the monthly reports. */
export const months: Invariant = {
  name: "ledger_months",
  run: (sql) =>
    toFinding(faultsOfSums(sql), "each month's sums by partner, kind and reason are those of its entries"),
};
